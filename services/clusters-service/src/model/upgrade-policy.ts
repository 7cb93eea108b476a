import type { JsonObject } from '@skep/schema'

/** How far an upgrade is. */
export type UpgradeState = 'pending' | 'scheduled' | 'started' | 'completed' | 'failed' | 'delayed' | 'cancelled'

/** A stored upgrade policy, as far as somebody acts upon it. */
export interface UpgradePolicy {
  readonly schedule_type?: 'manual' | 'automatic'
  readonly schedule?: string
  /** The release to go to, such as `4.17.5`; of an automatic policy, the last one that it chose. */
  readonly version?: string
  readonly next_run?: string
  readonly enable_minor_version_upgrades?: boolean
  readonly state?: { readonly value?: UpgradeState; readonly description?: string }
}

/** The policy in a record, which was checked against its schema when it was stored. */
export const upgradePolicyOf = (document: Readonly<JsonObject>): UpgradePolicy => document as UpgradePolicy

const ENDED: readonly UpgradeState[] = ['completed', 'failed', 'cancelled']

/** Whether a policy comes up again after its end. */
export const isAutomatic = ({ schedule_type: type }: UpgradePolicy): boolean => type === 'automatic'

/** Whether nothing will come of a policy any more. */
export const isOver = (policy: UpgradePolicy): boolean =>
  policy.state?.value === 'cancelled' || (!isAutomatic(policy) && ENDED.includes(policy.state?.value ?? 'pending'))
