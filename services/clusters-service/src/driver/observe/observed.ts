import type { ClusterObservation } from '../../records/cluster-record.ts'
import type { ProvisionError } from './error-codes.ts'

/** What is seen of a cluster, and when it has to be looked at again although nothing changes. */
export interface Observed {
  readonly observation: ClusterObservation
  readonly recheckAfterMs?: number
  /** What the shard did not take of what lies beside the cluster. */
  readonly refusal?: string
}

/** What every observation says, so that nothing of an earlier one stays behind. */
export interface ObservedState {
  readonly state: NonNullable<ClusterObservation['state']>
  /** Why, or what it waits for; nothing to say unless given. */
  readonly description?: string
  readonly error?: ProvisionError
  readonly dnsReady?: boolean
}

/** The observation of a state; whatever it does not mention is removed. */
export const observationOf = ({ state, description, error, dnsReady }: ObservedState): ClusterObservation => ({
  state,
  status: {
    description: description ?? null,
    provision_error_code: error?.code ?? null,
    provision_error_message: error?.message ?? null,
    ...(dnsReady === undefined ? {} : { dns_ready: dnsReady }),
  },
})
