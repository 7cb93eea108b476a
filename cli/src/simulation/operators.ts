import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { ControllerMetrics } from '@skep/controller'
import type { Behaviours } from '@skep/sim'

/** What all operators of a management cluster work with. */
export interface OperatorServices {
  /** The management cluster. */
  readonly client: Client
  readonly behaviours: Behaviours
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where all controllers are counted; each operator by itself unless given. */
  readonly metrics?: ControllerMetrics | undefined
}

/** Operators, until they are stopped. */
export interface RunningOperators {
  /** How many objects of each kind there are. */
  resources(): Record<string, number>
  stop(): Promise<void>
}
