import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkDns1035Label, checkDnsSubdomain } from '../meta/names.ts'
import type { Condition } from '../meta/types.ts'
import { invalid, validateRequired } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { defineTable, nameColumn } from '../rules/table.ts'
import type {
  StorageVersionMigration,
  StorageVersionMigrationSpec,
  StorageVersionMigrationStatus,
} from './storage-version-migration.ts'

const STATES = ['Running', 'Succeeded', 'Failed']

/** What `kubectl get storageversionmigrations` shows. */
export const storageVersionMigrationTable = defineTable<StorageVersionMigration>(
  nameColumn,
  { name: 'Resource', description: 'GroupResource to migrate', cell: ({ spec }) => resourceOf(spec) },
  { name: 'Status', description: 'Status of the migration', cell: ({ status }) => stateOf(status) },
)

function resourceOf(spec?: StorageVersionMigrationSpec): string {
  const { group, resource } = { group: '', resource: '', ...spec?.resource }
  return group === '' ? resource : `${resource}.${group}`
}

/** The last condition that holds; a migration that succeeded still says that it ran. */
const stateOf = ({ conditions = [] }: StorageVersionMigrationStatus = {}): string =>
  conditions.findLast(({ type, status }) => status === 'True' && STATES.includes(type))?.type ?? 'Unknown'

/** What StorageVersionMigrations do beyond their schema. */
export const storageVersionMigrationRules: KindRules<StorageVersionMigration> = {
  prepareForCreate: (migration) => {
    migration.status = {}
  },
  validate: ({ spec }) => validateSpec(spec?.resource ?? {}),
  validateUpdate: ({ spec, status = {} }, stored, { subresource }) =>
    subresource === 'status' ? validateStatus(status, stored.status ?? {}) : validateKept(spec, stored.spec, 'spec'),
  cells: storageVersionMigrationTable.cells,
}

function validateSpec({ group = '', resource = '' }: Partial<StorageVersionMigrationSpec['resource']>): FieldError[] {
  return [
    ...validateRequired(resource, 'spec.resource.resource', 'resource is required to be set'),
    ...(resource === '' ? [] : invalid('spec.resource.resource', resource, checkDns1035Label(resource))),
    ...(group === '' ? [] : invalid('spec.resource.group', group, checkDnsSubdomain(group))),
  ]
}

function validateStatus(
  { conditions = [], resourceVersion = '' }: StorageVersionMigrationStatus,
  stored: StorageVersionMigrationStatus,
): FieldError[] {
  const kept = stored.resourceVersion ?? ''
  const refuse = (detail: string) => fieldError.invalid('status.conditions', conditions, detail)
  const [succeeded, failed] = [holds(conditions, 'Succeeded'), holds(conditions, 'Failed')]
  return [
    ...(kept === '' ? [] : validateKept(resourceVersion, kept, 'status.resourceVersion')),
    ...(succeeded && failed ? [refuse('Both success and failed conditions cannot be true at the same time')] : []),
    ...(!succeeded && holds(stored.conditions, 'Succeeded')
      ? [refuse('Success condition cannot be set to false once it is true')]
      : []),
    ...(!failed && holds(stored.conditions, 'Failed')
      ? [refuse('Failed condition cannot be set to false once it is true')]
      : []),
  ]
}

const holds = (conditions: readonly Condition[] | undefined, wanted: string): boolean =>
  conditions?.some(({ type, status }) => type === wanted && status === 'True') ?? false
