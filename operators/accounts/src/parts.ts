import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { Behaviours, Failure, SimulatedObject } from '@skep/sim'

/** What the controllers of both operators work with. */
export interface OperatorParts {
  readonly client: Client
  readonly behaviours: Behaviours
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** Marks claims for which nothing is made in a cloud, not even in a simulated one. */
export const FAKE_ANNOTATION = 'managed.openshift.com/fake'

/** How long a cloud takes to make what a claim asks for: all states of the claim but the last. */
export const creationMs = ({ behaviours }: OperatorParts, kind: string, object: SimulatedObject): number =>
  behaviours
    .timeline(kind, object)
    .slice(0, -1)
    .reduce((sum, { durationMs }) => sum + durationMs, 0)

/** How a claim is to fail, whatever state it fails at; undefined when it is not. */
export function claimFailure(
  { behaviours }: OperatorParts,
  kind: string,
  object: SimulatedObject,
): Failure | undefined {
  for (const { name } of behaviours.of(kind).states) {
    const failure = behaviours.failureOf(kind, object, name)
    if (failure) return failure
  }
  return undefined
}

/** A text of letters drawn from an alphabet. */
export const drawText = (random: Random, length: number, alphabet: string): string =>
  Array.from({ length }, () => random.pick([...alphabet])).join('')
