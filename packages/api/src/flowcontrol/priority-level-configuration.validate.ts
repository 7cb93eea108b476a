import { type FieldError, fieldError } from '@skep/schema'
import { checkInRange } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from './priority-level-configuration.ts'

const MAX_QUEUES = 10_000_000
/** Bits of the hash by which a flow is dealt its queues. */
const MAX_HASH_BITS = 60

/** Everything wrong with how requests of a level are treated. */
export const validatePriorityLevelSpec = (spec: PriorityLevelConfigurationSpec, name: string): FieldError[] => [
  ...((name === 'exempt') !== (spec.type === 'Exempt')
    ? [fieldError.invalid('spec.type', spec.type, "must be 'Exempt' if and only if `name` is 'exempt'")]
    : []),
  ...validateType(spec),
  ...validateRequiredParts(spec),
]

function validateType({ type, exempt, limited }: PriorityLevelConfigurationSpec): FieldError[] {
  switch (type) {
    case '':
      return []
    case 'Exempt':
      return exempt ? validateExempt(exempt, 'spec.exempt') : []
    case 'Limited':
      return limited ? validateLimited(limited, 'spec.limited') : []
    default:
      return [fieldError.notSupported('spec.type', type, ['Exempt', 'Limited'])]
  }
}

/** Parts that are missing, or there without belonging to the type; they are reported after everything else. */
function validateRequiredParts({ type, exempt, limited }: PriorityLevelConfigurationSpec): FieldError[] {
  if (type === '') return [fieldError.required('spec.type')]
  if (type === 'Exempt') return limited ? [fieldError.forbidden('spec.limited', '')] : []
  if (type !== 'Limited') return []
  return [
    ...(limited ? validateResponseParts(limited.limitResponse ?? { type: '' }) : [fieldError.required('spec.limited')]),
    ...(exempt ? [fieldError.forbidden('spec.exempt', '')] : []),
  ]
}

function validateResponseParts({ type, queuing }: LimitResponse): FieldError[] {
  const path = 'spec.limited.limitResponse'
  if (type === '') return [fieldError.required(`${path}.type`)]
  if (type === 'Queue') return queuing ? [] : [fieldError.required(`${path}.queuing`)]
  if (type !== 'Reject' || queuing === undefined) return []
  return [fieldError.forbidden(`${path}.queuing`, '')]
}

const validateShares = (shares: number | undefined, path: string): FieldError[] =>
  (shares ?? 0) < 0 ? [fieldError.invalid(path, shares, 'must be a non-negative integer')] : []

const validatePercent = (percent: number | undefined, path: string): FieldError[] =>
  percent === undefined ? [] : invalid(path, percent, checkInRange(percent, 0, 100))

const validateExempt = (level: ExemptPriorityLevelConfiguration, path: string): FieldError[] => [
  ...validateShares(level.nominalConcurrencyShares, `${path}.nominalConcurrencyShares`),
  ...validatePercent(level.lendablePercent, `${path}.lendablePercent`),
]

const validateLimited = (level: LimitedPriorityLevelConfiguration, path: string): FieldError[] => [
  ...validateShares(level.nominalConcurrencyShares, `${path}.nominalConcurrencyShares`),
  ...validateResponse(level.limitResponse ?? { type: '' }, `${path}.limitResponse`),
  ...validatePercent(level.lendablePercent, `${path}.lendablePercent`),
  ...((level.borrowingLimitPercent ?? 0) < 0
    ? [
        fieldError.invalid(
          `${path}.borrowingLimitPercent`,
          level.borrowingLimitPercent,
          'if specified, must be a non-negative integer',
        ),
      ]
    : []),
]

function validateResponse({ type, queuing }: LimitResponse, path: string): FieldError[] {
  if (type === 'Queue') return queuing ? validateQueuing(queuing, `${path}.queuing`) : []
  return type === '' || type === 'Reject' ? [] : [fieldError.notSupported(`${path}.type`, type, ['Queue', 'Reject'])]
}

function validateQueuing(queuing: QueuingConfiguration, path: string): FieldError[] {
  const { queueLengthLimit = 0, queues = 0, handSize = 0 } = queuing
  const ofQueues =
    (queues <= 0 && 'must be positive') || (queues > MAX_QUEUES && `must not be greater than ${MAX_QUEUES}`)
  const ofHand =
    (handSize <= 0 && 'must be positive') ||
    (handSize > queues && `should not be greater than queues (${queues})`) ||
    (neededBits(queues, handSize) > MAX_HASH_BITS &&
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`)
  return [
    ...(queueLengthLimit <= 0
      ? [fieldError.invalid(`${path}.queueLengthLimit`, queueLengthLimit, 'must be positive')]
      : []),
    ...(ofQueues ? [fieldError.invalid(`${path}.queues`, queues, ofQueues)] : []),
    ...(ofHand ? [fieldError.invalid(`${path}.handSize`, handSize, ofHand)] : []),
  ]
}

/** Bits it takes to deal a hand of different cards from a deck. */
function neededBits(deckSize: number, handSize: number): number {
  let bits = 0
  for (let dealt = 0; dealt < handSize; dealt++) bits += Math.log2(deckSize - dealt)
  return Math.ceil(bits)
}
