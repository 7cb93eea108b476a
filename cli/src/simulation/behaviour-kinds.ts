import { HIVE_BEHAVIOUR_KINDS } from '@skep/operator-hive'
import { HYPERSHIFT_BEHAVIOUR_KINDS } from '@skep/operator-hypershift'
import { MCE_BEHAVIOUR_KINDS } from '@skep/operator-mce'
import { type BehaviourKind, MACHINE_BEHAVIOUR_KINDS } from '@skep/sim'

/** What hosted clusters are made of. */
export const HOSTED_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [
  ...HYPERSHIFT_BEHAVIOUR_KINDS,
  ...MACHINE_BEHAVIOUR_KINDS,
  ...MCE_BEHAVIOUR_KINDS,
]

/** Everything that is simulated. */
export const ALL_BEHAVIOUR_KINDS: readonly BehaviourKind[] = [...HIVE_BEHAVIOUR_KINDS, ...HOSTED_BEHAVIOUR_KINDS]
