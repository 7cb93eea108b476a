import type { SyncStatus } from '@skep/api'
import { formatTime } from '@skep/base'
import { asJson, jsonEqual } from '@skep/schema'
import { messageOf } from '../full/power/resume.ts'
import { aggregateProblems } from '../problems.ts'
import type { ResourceReference, TargetCluster } from './apply/target-cluster.ts'
import { type ApplyScope, applySyncSet } from './apply-sync-set.ts'
import type { AnySyncSet } from './matching.ts'

/** What all sets of a kind are applied with. */
export interface SyncRun extends ApplyScope {
  readonly now: number
  /** Whether also those are applied that have not changed since the last time. */
  readonly everything: boolean
  /** Told of sets whose objects Hive no longer looks after. */
  readonly onOrphaned: (set: AnySyncSet, orphans: readonly ResourceReference[]) => void
}

/** How the sets of a kind fare, and whether to try again. */
export interface SyncOutcome {
  readonly statuses: SyncStatus[]
  readonly retry: boolean
}

/**
 * Applies the sets of one kind, given in the order of their names. What sets left behind that are no more is deleted
 * first, so that an object may move from one set to another.
 */
export async function applySyncSets(
  run: SyncRun,
  sets: readonly AnySyncSet[],
  former: readonly SyncStatus[],
): Promise<SyncOutcome> {
  const outcomes: { status?: SyncStatus; retry: boolean }[] = []
  const names = new Set(sets.map(({ metadata }) => metadata.name))
  for (const status of former) if (!names.has(status.name)) outcomes.push(await removeSet(run, status))
  const byName = new Map(former.map((status) => [status.name, status]))
  for (const set of sets) outcomes.push(await syncOne(run, set, byName.get(set.metadata.name)))
  return {
    statuses: outcomes.flatMap(({ status }) => (status ? [status] : [])),
    retry: outcomes.some(({ retry }) => retry),
  }
}

async function removeSet(run: SyncRun, former: SyncStatus): Promise<{ status?: SyncStatus; retry: boolean }> {
  const { remaining, failure } = await removeResources(run.target, former.resourcesToDelete ?? [])
  if (failure === undefined) return { retry: false }
  const { name, firstSuccessTime } = former
  const status = stamped(run, former, {
    name,
    observedGeneration: 0,
    ...listed(remaining),
    result: 'Failure',
    failureMessage: failure,
    ...(firstSuccessTime ? { firstSuccessTime } : {}),
  })
  return { status, retry: true }
}

async function syncOne(
  run: SyncRun,
  set: AnySyncSet,
  former: SyncStatus | undefined,
): Promise<{ status: SyncStatus; retry: boolean }> {
  if (former && !run.everything && isCurrent(set, former)) return { status: former, retry: false }
  const { applied, named, failure, worthRetrying } = await applySyncSet(run, set)
  const syncs = set.spec.resourceApplyMode === 'Sync'
  const owned = former?.resourcesToDelete ?? []
  if (!syncs && owned.length > 0) run.onOrphaned(set, owned)
  const left = syncs ? owned : []
  const removal = await removeResources(
    run.target,
    left.filter((resource) => !includes(named, resource)),
  )
  const kept = [...left.filter((resource) => includes(named, resource)), ...removal.remaining]
  const failures = [failure, removal.failure].filter((text) => text !== undefined)
  const status = stamped(run, former, {
    name: set.metadata.name,
    observedGeneration: set.metadata.generation ?? 0,
    ...(syncs ? listed([...applied, ...kept.filter((resource) => !includes(applied, resource))]) : {}),
    ...resultOf(run, failures, former),
  })
  return { status, retry: worthRetrying || removal.failure !== undefined }
}

const isCurrent = ({ metadata }: AnySyncSet, { result, observedGeneration }: SyncStatus): boolean =>
  result === 'Success' && observedGeneration === metadata.generation

type Result = Pick<SyncStatus, 'result' | 'failureMessage' | 'firstSuccessTime'>

function resultOf({ now }: SyncRun, failures: readonly string[], former: SyncStatus | undefined): Result {
  const since = former?.firstSuccessTime
  if (failures.length === 0) return { result: 'Success', firstSuccessTime: since ?? formatTime(now) }
  return { result: 'Failure', failureMessage: failures.join('\n'), ...(since ? { firstSuccessTime: since } : {}) }
}

/** With the time at which it last became other than it was. */
function stamped(
  { now }: SyncRun,
  former: SyncStatus | undefined,
  status: Omit<SyncStatus, 'lastTransitionTime'>,
): SyncStatus {
  const same = former && { ...status, lastTransitionTime: former.lastTransitionTime }
  // Statuses are JSON; that they are interfaces hides it from the compiler.
  if (same && jsonEqual(asJson(same), asJson(former))) return same
  return { ...status, lastTransitionTime: formatTime(now) }
}

async function removeResources(
  target: TargetCluster,
  resources: readonly ResourceReference[],
): Promise<{ remaining: ResourceReference[]; failure?: string }> {
  const remaining: ResourceReference[] = []
  const failures: string[] = []
  for (const resource of resources) {
    const { apiVersion, kind, namespace = '', name } = resource
    try {
      await target.delete(resource)
    } catch (error) {
      remaining.push(resource)
      failures.push(`failed to delete ${apiVersion}, Kind=${kind} ${namespace}/${name}: ${messageOf(error)}`)
    }
  }
  return failures.length === 0 ? { remaining } : { remaining, failure: aggregateProblems(failures) }
}

/** Another version of the same group names the same object. */
const includes = (resources: readonly ResourceReference[], wanted: ResourceReference): boolean =>
  resources.some((resource) => identityOf(resource) === identityOf(wanted))

const identityOf = ({ apiVersion, kind = '', namespace = '', name }: ResourceReference): string => {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return [group, kind, namespace, name].join('\n')
}

/** In an order that does not depend on that in the set, so that a status stays the same. */
function listed(resources: readonly ResourceReference[]): Pick<SyncStatus, 'resourcesToDelete'> {
  if (resources.length === 0) return {}
  const textOf = ({ apiVersion, kind = '', namespace = '', name }: ResourceReference) =>
    [apiVersion, kind, namespace, name].join('\n')
  return { resourcesToDelete: [...resources].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) }
}
