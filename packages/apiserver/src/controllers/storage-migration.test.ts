import type { CustomResourceDefinition, StorageVersionMigration } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { startWorld, type World } from './test/world.ts'

const MIGRATIONS = { group: 'storagemigration.k8s.io', resource: 'storageversionmigrations' }
const DEFINITIONS = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }
const CRONTABS = { group: 'stable.example.com', resource: 'crontabs' }

const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
})

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', listKind: 'CronTabList' },
    versions: [version('v1', true), version('v2', false)],
  },
} as unknown as KubeObject

const migration = (group: string, resource: string) =>
  ({
    apiVersion: 'storagemigration.k8s.io/v1',
    kind: 'StorageVersionMigration',
    metadata: { name: 'mine' },
    spec: { resource: { group, resource } },
  }) as KubeObject

const conditionsOf = (world: World) =>
  world
    .get<StorageVersionMigration>(MIGRATIONS, 'mine')
    ?.status?.conditions?.map(({ type, reason, message }) => [type, reason, message])

describe('a storage version migration', () => {
  it('stores objects again that are stored in an older version, and has the definition forget that version', async () => {
    const world = await startWorld()
    await world.create(DEFINITIONS, definition)
    const manifest = { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'daily' } }
    const before = await world.create(CRONTABS, manifest as KubeObject)
    await world.change<CustomResourceDefinition>(DEFINITIONS, 'crontabs.stable.example.com', ({ spec }) => {
      for (const one of spec.versions) one.storage = one.name === 'v2'
    })
    const stored = () =>
      world.get<CustomResourceDefinition>(DEFINITIONS, 'crontabs.stable.example.com')?.status?.storedVersions
    expect(stored()).toEqual(['v1', 'v2'])

    await world.create(MIGRATIONS, migration('stable.example.com', 'crontabs'))

    expect(conditionsOf(world)).toEqual([
      ['Running', 'MigrationRunning', 'The migration is running, 1 objects verified migrated'],
      ['Succeeded', 'StorageVersionMigrationSucceeded', 'Migration completed'],
    ])
    expect(stored()).toEqual(['v2'])
    const after = world.get(CRONTABS, 'daily')
    expect(after?.metadata.uid).toBe(before.metadata.uid)
    expect(after?.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
  })

  it('leaves objects alone that are stored as they should be', async () => {
    const world = await startWorld()
    const CONFIG_MAPS = { group: '', resource: 'configmaps' }
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } }
    const before = await world.create(CONFIG_MAPS, manifest as KubeObject)

    await world.create(MIGRATIONS, migration('', 'configmaps'))

    expect(conditionsOf(world)?.map(([type]) => type)).toEqual(['Running', 'Succeeded'])
    expect(world.get(CONFIG_MAPS, 'settings')).toEqual(before)
  })

  it('fails when its resource is still missing after a minute', async () => {
    const world = await startWorld()
    await world.create(MIGRATIONS, migration('stable.example.com', 'crontabs'))
    expect(conditionsOf(world)).toBeUndefined()

    await world.clock.advance(70_000)

    expect(conditionsOf(world)).toEqual([
      ['Failed', 'StorageVersionMigrationFailed', 'resource does not exist in discovery'],
    ])
  })
})
