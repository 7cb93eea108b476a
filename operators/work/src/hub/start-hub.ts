import { MANIFEST_LIMIT_BYTES } from '@skep/api'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import type { Client } from '@skep/client'
import { type AdmissionOptions, type ControllerMetrics, createManager } from '@skep/controller'
import { addTtlController } from './ttl.ts'
import { startHubAdmission } from './webhooks.ts'

/** What a hub's side of works takes. */
export interface WorkHubDependencies {
  /** The cluster that has the works. */
  readonly hub: Client
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What may be chosen for a hub. */
export interface WorkHubOptions {
  /** Where webhooks listen; without, none are served. */
  readonly admission?: AdmissionOptions
  /** How large the manifests of a work may be together, in bytes; 500 KiB unless given. */
  readonly manifestLimitBytes?: number
}

/** A hub's side of works that runs. */
export interface RunningWorkHub {
  /** Stops, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/**
 * Starts what a hub does for works and managed clusters: it refuses those that make no sense or are not permitted,
 * completes them, and deletes works whose time after completion is over.
 */
export async function startWorkHub(
  { hub, clock = realClock, random = cryptoRandom, log = silentLogger, metrics }: WorkHubDependencies,
  { admission, manifestLimitBytes = MANIFEST_LIMIT_BYTES }: WorkHubOptions = {},
): Promise<RunningWorkHub> {
  const manager = createManager({ client: hub, clock, random, log, metrics }, { name: 'work-hub' })
  addTtlController(manager, hub)
  const endAdmission = admission && (await startHubAdmission({ hubClient: hub, clock, manifestLimitBytes }, admission))
  const stopping = new AbortController()
  const running = manager
    .start(stopping.signal)
    .catch((error: unknown) => log.error('The hub of works ended', { error }))
  return {
    stop: async () => {
      await endAdmission?.()
      stopping.abort()
      await running
    },
  }
}
