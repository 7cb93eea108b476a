import type { CustomResourceDefinition, StorageVersionMigration } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView, GroupResource, ObjectApi } from '../contracts.ts'
import { type ControllerContext, type ControllerDefinition, ownKey } from './controller.ts'

const MIGRATIONS = { group: 'storagemigration.k8s.io', resource: 'storageversionmigrations' }
const DEFINITIONS = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }

/** How long a resource may be missing that is about to be served, and how often somebody looks. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 5_000

type State = 'Running' | 'Succeeded' | 'Failed'

const REASONS: Readonly<Record<State, string>> = {
  Running: 'MigrationRunning',
  Succeeded: 'StorageVersionMigrationSucceeded',
  Failed: 'StorageVersionMigrationFailed',
}

/**
 * Stores all objects of a resource again that are older than the migration: what was stored in another version than the
 * present one is changed by that, and nothing else.
 */
export function storageMigrationController({ clock }: ControllerContext): ControllerDefinition {
  return {
    name: 'storage-version-migrator',
    watches: [MIGRATIONS],
    keysOf: (event) => (event.type === 'put' ? [ownKey(event)] : []),
    reconcile: async ({ name }, cluster) => {
      const migration = cluster.objects.get(MIGRATIONS, '', name) as StorageVersionMigration | undefined
      if (!migration || isOver(migration)) return undefined
      const at = resourceOf(migration)
      const say = (state: State, message: string) => report(cluster.objects, name, { state, message }, clock.now())
      if (!cluster.resource(at)) {
        const age = clock.now() - Date.parse(migration.metadata.creationTimestamp ?? '')
        if (age < PATIENCE_MS) return { requeueAfterMs: LOOK_AGAIN_MS }
        await say('Failed', 'resource does not exist in discovery')
        return undefined
      }
      await say('Running', 'The migration is running')
      try {
        const count = await storeAgain(cluster, at, Number(migration.metadata.resourceVersion))
        await say('Running', `The migration is running, ${count} objects verified migrated`)
        await say('Succeeded', 'Migration completed')
      } catch (error) {
        await say('Failed', `migration encountered unhandled error: ${(error as Error).message}`)
      }
      return undefined
    },
  }
}

const resourceOf = ({ spec }: StorageVersionMigration): GroupResource => ({
  group: spec?.resource.group ?? '',
  resource: spec?.resource.resource ?? '',
})

const isOver = ({ status }: StorageVersionMigration): boolean =>
  status?.conditions?.some(({ type, status: holds }) => type !== 'Running' && holds === 'True') ?? false

/** Returns how many objects there are. Those that came, changed or went meanwhile need nothing. */
async function storeAgain({ objects }: ClusterView, at: GroupResource, until: number): Promise<number> {
  const before = storageVersionOf(objects, at)
  const all = objects.list(at)
  const older = all.filter(({ metadata }) => Number(metadata.resourceVersion) <= until)
  for (const { metadata } of older) {
    await objects.modify(at, metadata.namespace ?? '', metadata.name ?? '', (object) => object)
  }
  if (before !== undefined) await forgetOtherVersions(objects, at, before)
  return all.length
}

const definitionOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`

function storageVersionOf(objects: ObjectApi, at: GroupResource): string | undefined {
  const definition = objects.get(DEFINITIONS, '', definitionOf(at)) as CustomResourceDefinition | undefined
  return definition && versionIn(definition)
}

const versionIn = ({ spec }: CustomResourceDefinition): string | undefined =>
  spec.versions.find(({ storage }) => storage)?.name

/** Says on a definition that nothing is stored in other versions any more, unless the version has changed meanwhile. */
async function forgetOtherVersions(objects: ObjectApi, at: GroupResource, version: string): Promise<void> {
  const change = (definition: CustomResourceDefinition) => {
    if (versionIn(definition) !== version || !definition.status) return undefined
    return { ...definition, status: { ...definition.status, storedVersions: [version] } }
  }
  const options = { subresource: 'status' }
  await objects.modify(
    DEFINITIONS,
    '',
    definitionOf(at),
    (stored) => change(stored as CustomResourceDefinition),
    options,
  )
}

/** Writes a condition, and where the resource was when the migration began. */
async function report(
  objects: ObjectApi,
  name: string,
  { state, message }: { readonly state: State; readonly message: string },
  now: number,
): Promise<void> {
  const change = (migration: StorageVersionMigration): StorageVersionMigration => {
    const { conditions = [], resourceVersion = migration.metadata.resourceVersion ?? '' } = migration.status ?? {}
    const known = conditions.find(({ type }) => type === state)
    const lastTransitionTime = known?.lastTransitionTime ?? formatTime(now)
    const condition = { type: state, status: 'True', reason: REASONS[state], message, lastTransitionTime }
    const others = conditions.filter(({ type }) => type !== state)
    return { ...migration, status: { conditions: [...others, condition], resourceVersion } }
  }
  await objects.modify(MIGRATIONS, '', name, (stored) => change(stored as StorageVersionMigration), {
    subresource: 'status',
  })
}
