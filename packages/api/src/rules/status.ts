import { type FieldError, fieldError, type UpdateContext } from '@skep/schema'

/** The two halves of an object that are written apart. */
interface Halves {
  spec?: unknown
  status?: unknown
}

/** In place: a write of the main resource keeps the stored status, one of `/status` keeps the stored spec. */
export function keepOtherHalf<T extends Halves>(object: T, stored: T, { subresource }: UpdateContext): void {
  if (subresource === 'status') object.spec = stored.spec
  else if (stored.status === undefined) delete object.status
  else object.status = stored.status
}

/** The members of a status that are numbers. */
type Counts<S> = { [K in keyof S]-?: NonNullable<S[K]> extends number ? K : never }[keyof S] & string

const count = <S>(status: S, name: Counts<S>): number => Number(status[name] ?? 0)

/** Counts in a status that may not be negative. */
export const validateCounts = <S>(status: S, path: string, names: readonly Counts<S>[]): FieldError[] =>
  names
    .filter((name) => count(status, name) < 0)
    .map((name) => fieldError.invalid(`${path}.${name}`, count(status, name), 'must be greater than or equal to 0'))

/** Counts in a status that may not exceed another; `limitText` is how the API calls that one. */
export const validateAtMost = <S>(
  status: S,
  path: string,
  names: readonly Counts<S>[],
  limit: Counts<S>,
  limitText = `status.${limit}`,
): FieldError[] =>
  names
    .filter((name) => count(status, name) > count(status, limit))
    .map((name) => fieldError.invalid(`${path}.${name}`, count(status, name), `cannot be greater than ${limitText}`))

/** How many pods a controller has, by their state. */
interface ReplicaCounts {
  replicas: number
  fullyLabeledReplicas?: number | undefined
  readyReplicas?: number | undefined
  availableReplicas?: number | undefined
  terminatingReplicas?: number | undefined
  observedGeneration?: number | undefined
}

/** Counts of pods: none is negative, and none of a part exceeds the whole. */
export const validateReplicaCounts = (status: ReplicaCounts): FieldError[] => [
  ...validateCounts(status, 'status', [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ]),
  ...validateAtMost(status, 'status', ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
  ...validateAtMost(status, 'status', ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
]

/** A count of name collisions never goes back. */
export const validateCollisionCount = (now: number | undefined, before: number | undefined): FieldError[] =>
  (before ?? 0) > (now ?? 0) ? [fieldError.invalid('status.collisionCount', now ?? 0, 'cannot be decremented')] : []
