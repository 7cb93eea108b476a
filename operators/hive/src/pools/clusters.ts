import type { ClusterDeployment, ClusterPool } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Stored } from '@skep/client'
import { findHiveCondition, hasHiveStatus } from '../conditions.ts'
import { isTrue } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'

/** A ClusterDeployment as it is on the server. */
export type PoolDeployment = Stored<ClusterDeployment>

/** What a cluster is to its pool. */
export type ClusterState =
  /** Not claimed and not installed yet. */
  | 'installing'
  /** Not claimed, installed, and not running. */
  | 'standby'
  /** Not claimed, installed and running: the only ones that can be given away. */
  | 'ready'
  /** Not claimed, and never to be of use. */
  | 'broken'
  | 'claimed'
  /** Its claim is gone. */
  | 'removable'
  | 'deleting'

/** Everything that is not claimed and not about to go. */
export const UNCLAIMED: readonly ClusterState[] = ['installing', 'standby', 'ready', 'broken']

/** The clusters of a pool, oldest first, by what they are to it. */
export class PoolClusters {
  readonly #states = new Map<PoolDeployment, ClusterState>()
  readonly #byName = new Map<string, PoolDeployment>()

  constructor(pool: ClusterPool, deployments: readonly PoolDeployment[], now: number) {
    for (const deployment of [...deployments].sort(byAge)) {
      this.#states.set(deployment, stateOf(pool, deployment, now))
      this.#byName.set(deployment.metadata.name, deployment)
    }
  }

  get size(): number {
    return this.#states.size
  }

  /** Those in any of the states, oldest first. */
  in(...states: readonly ClusterState[]): PoolDeployment[] {
    return [...this.#states].flatMap(([deployment, state]) => (states.includes(state) ? [deployment] : []))
  }

  /** All names, sorted. */
  names(): string[] {
    return [...this.#byName.keys()].sort()
  }

  find(name: string): PoolDeployment | undefined {
    return this.#byName.get(name)
  }

  stateOf(deployment: PoolDeployment): ClusterState | undefined {
    return this.#states.get(deployment)
  }

  /** Notes what was done to a cluster, or that there is a new one. */
  put(deployment: PoolDeployment, state: ClusterState): void {
    this.#states.set(deployment, state)
    this.#byName.set(deployment.metadata.name, deployment)
  }
}

/** Oldest first; times have whole seconds, so that names decide between those of one. */
export const byAge = (a: Stored, b: Stored): number => {
  const [left, right] = [a, b].map(({ metadata }) => `${metadata.creationTimestamp} ${metadata.name}`)
  return left! < right! ? -1 : 1
}

function stateOf(pool: ClusterPool, deployment: PoolDeployment, now: number): ClusterState {
  const { metadata, spec, status } = deployment
  if (metadata.deletionTimestamp !== undefined) return 'deleting'
  if (isTrue(metadata.annotations, ANNOTATIONS.removeClusterFromPool)) return 'removable'
  if (spec.clusterPoolRef?.claimName) return 'claimed'
  if (isBroken(pool, deployment, now)) return 'broken'
  if (!spec.installed) return 'installing'
  return status?.powerState === 'Running' ? 'ready' : 'standby'
}

function isBroken(pool: ClusterPool, deployment: PoolDeployment, now: number): boolean {
  if (hasHiveStatus(deployment.status?.conditions, 'ProvisionStopped', 'True')) return true
  const givenUp = resumeDeadline(pool, deployment)
  return givenUp !== undefined && givenUp <= now
}

/** When a cluster that resumes has taken too long; undefined when it does not resume, or may take all the time. */
export function resumeDeadline({ spec: pool }: ClusterPool, { spec, status }: PoolDeployment): number | undefined {
  const timeout = parseGoDuration(pool.hibernationConfig?.resumeTimeout ?? '')
  if (!timeout || !spec.installed || spec.powerState !== 'Running') return undefined
  if (status?.powerState === 'Hibernating' || status?.powerState === 'Running') return undefined
  const hibernating = findHiveCondition(status?.conditions, 'Hibernating')
  if (hibernating?.reason !== 'ResumingOrRunning') return undefined
  return Date.parse(hibernating.lastTransitionTime ?? '') + timeout
}
