import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { Condition } from '../meta/types.ts'
import { storageVersionMigrationRules, storageVersionMigrationTable } from './storage-version-migration.rules.ts'

export const GroupResource = s.object(
  {
    group: s.string({ description: 'Group of the resource; empty for the core group.', default: '' }),
    resource: s.string({ description: 'Plural name of the resource.', default: '' }),
  },
  { description: 'A resource, whatever its version.', component: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource' },
)
export type GroupResource = TypeOf<typeof GroupResource>

export const StorageVersionMigrationSpec = s.object(
  { resource: s.with(GroupResource, { description: 'Whose objects are written again. Cannot change.', default: {} }) },
  {
    description: 'What to migrate.',
    component: 'io.k8s.api.storagemigration.v1.StorageVersionMigrationSpec',
  },
)
export type StorageVersionMigrationSpec = TypeOf<typeof StorageVersionMigrationSpec>

export const StorageVersionMigrationStatus = s.object(
  {
    conditions: s.optional(
      s.array(Condition, {
        description: 'Running, Succeeded and Failed.',
        listType: 'map',
        listMapKeys: ['type'],
        patchMergeKey: 'type',
      }),
    ),
    resourceVersion: s.optional(
      s.string({ description: 'Where the resource was when the migration began; what is newer need not be written.' }),
    ),
  },
  {
    description: 'How far a migration is.',
    component: 'io.k8s.api.storagemigration.v1.StorageVersionMigrationStatus',
  },
)
export type StorageVersionMigrationStatus = TypeOf<typeof StorageVersionMigrationStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(StorageVersionMigrationSpec, { description: 'What to migrate.', default: {} })),
    status: s.optional(s.with(StorageVersionMigrationStatus, { description: 'How far it is.', default: {} })),
  },
  {
    description: 'Asks for all objects of a resource to be stored again, in the version that is stored now.',
    component: 'io.k8s.api.storagemigration.v1.StorageVersionMigration',
  },
)

export const StorageVersionMigration = defineKind({
  group: 'storagemigration.k8s.io',
  version: 'v1',
  kind: 'StorageVersionMigration',
  plural: 'storageversionmigrations',
  scope: 'Cluster',
  schema,
  columns: storageVersionMigrationTable.columns,
  statusSubresource: true,
  rules: storageVersionMigrationRules,
})
export type StorageVersionMigration = TypeOf<typeof schema>
