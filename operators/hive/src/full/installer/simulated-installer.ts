import { createHash } from 'node:crypto'
import type { ClusterDeployment } from '@skep/api'
import type { Clock, Random } from '@skep/base'
import type { Stored } from '@skep/client'
import type { Behaviours, Failure, TenantClusters } from '@skep/sim'
import { ANNOTATIONS } from '../../labels.ts'
import { isTrue } from '../platforms.ts'
import { pollAfter } from '../poll.ts'
import { versionOfRelease } from '../versions.ts'
import type { InstallAttempt, Installer, InstallProgress, ReleaseImages } from './infrastructure.ts'
import { installLog } from './install-log.ts'

/** What simulated infrastructure is made of. */
export interface SimulationParts {
  readonly behaviours: Behaviours
  readonly tenants: TenantClusters
  readonly clock: Clock
  readonly random: Random
}

const KIND = 'ClusterDeployment'
const DEFAULT_WORKERS = 3
const PASSWORD_ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ23456789'

/** A failure of this condition keeps the pod of the installer from running, rather than letting it fail. */
const LAUNCH_FAILURE = 'InstallLaunchError'

/** With this reason there is no pod at all. */
const POD_MISSING = 'InstallPodMissing'

/**
 * An installer that takes as long as the states of the cluster last, fails when a behaviour says so, and makes a cluster
 * that answers. All it knows comes from the attempt and the clock, so a restart does not disturb it.
 */
export function createSimulatedInstaller(parts: SimulationParts): Installer {
  const { tenants, clock } = parts
  return {
    pendingMs: (deployment) => durationsOf(parts, deployment).pendingMs,
    resolveImages: async (releaseImage) => imagesOf(releaseImage),
    observe: (attempt) => observe(parts, attempt, clock.now()),
    open: async (attempt, { clusterID }, config) => {
      const version = attempt.deployment.status?.installVersion
      const workers = config?.workers ?? DEFAULT_WORKERS
      const cluster = await tenants.ensure(clusterID, { workers, ...(version ? { version } : {}) })
      return { kubeconfig: await cluster.kubeconfig(), password: passwordOf(parts, attempt.deployment) }
    },
    discard: async (clusterID) => void (await tenants.remove(clusterID)),
  }
}

interface Durations {
  readonly pendingMs: number
  readonly initializingMs: number
  readonly provisioningMs: number
}

function durationsOf({ behaviours }: SimulationParts, { metadata }: Stored<ClusterDeployment>): Durations {
  const states = behaviours.timeline(KIND, metadata)
  const of = (wanted: string) => states.find(({ name }) => name === wanted)?.durationMs ?? 0
  return { pendingMs: of('Pending'), initializingMs: of('Provisioning'), provisioningMs: of('Installing') }
}

function observe(parts: SimulationParts, attempt: InstallAttempt, now: number): InstallProgress {
  const elapsedMs = now - attempt.startedAt
  const { initializingMs, provisioningMs } = durationsOf(parts, attempt.deployment)
  const log = (failure?: Failure) =>
    installLog(attempt, { elapsedMs, initializingMs, provisioningMs }, failure?.message)
  const failure = failureOf(parts, attempt, elapsedMs, { initializingMs, provisioningMs })
  if (failure?.condition === LAUNCH_FAILURE) {
    const pod = failure.reason === POD_MISSING ? 'Missing' : 'Pending'
    return { state: 'initializing', log: log(), again: pollAfter(attempt.startedAt, now, LAUNCH_POLL_MS), pod }
  }
  if (failure) {
    const why = failure.reason ? { why: { reason: failure.reason, message: failure.message } } : {}
    return { state: 'failed', log: log(failure), ...why }
  }
  if (elapsedMs < initializingMs) return { state: 'initializing', log: log(), again: initializingMs - elapsedMs }
  const left = initializingMs + provisioningMs - elapsedMs
  return left > 0 ? { state: 'provisioning', log: log(), again: left } : { state: 'complete', log: log() }
}

const LAUNCH_POLL_MS = 61_000

/** The failure that has come by now; the state that it is to happen in says when. */
function failureOf(
  { behaviours }: SimulationParts,
  { deployment }: InstallAttempt,
  elapsedMs: number,
  { initializingMs, provisioningMs }: Pick<Durations, 'initializingMs' | 'provisioningMs'>,
): Failure | undefined {
  const begins = { Pending: 0, Provisioning: 0, Installing: initializingMs, Running: initializingMs + provisioningMs }
  for (const [state, atMs] of Object.entries(begins)) {
    const failure = elapsedMs >= atMs ? behaviours.failureOf(KIND, deployment.metadata, state) : undefined
    if (failure) return failure
  }
  return undefined
}

/** Images are made up, but always the same for the same release. */
function imagesOf(releaseImage: string): ReleaseImages {
  const repository = releaseImage.replace(/(@.*|:[^/:]*)$/, '')
  const image = (part: string) => `${repository}@sha256:${sha256(`${releaseImage}/${part}`)}`
  return {
    installerImage: image('installer'),
    cliImage: image('cli'),
    installVersion: versionOfRelease(releaseImage) ?? 'unknown',
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Four groups of five characters, as the installer makes them. */
function passwordOf({ random }: SimulationParts, { metadata }: Stored<ClusterDeployment>): string {
  if (isTrue(metadata.annotations, ANNOTATIONS.fakeCluster)) return 'fake-password'
  const group = () => Array.from({ length: 5 }, () => random.pick([...PASSWORD_ALPHABET])).join('')
  return [group(), group(), group(), group()].join('-')
}
