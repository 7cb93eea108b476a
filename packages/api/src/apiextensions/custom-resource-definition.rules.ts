import type { KindRules } from '@skep/schema'
import { keepOtherHalf } from '../rules/status.ts'
import { defineTable, nameColumn } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import { defaultWebhookClient } from '../rules/webhook-client.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
} from './custom-resource-definition.ts'
import { isEstablished, validateDefinition, validateDefinitionUpdate } from './custom-resource-definition.validate.ts'
import { warnOfDefinition } from './custom-resource-definition.warnings.ts'
import { schemaOf } from './layout.ts'
import { tidySchema } from './schema-parts.ts'

/** What `kubectl get customresourcedefinitions` shows. */
export const customResourceDefinitionTable = defineTable<CustomResourceDefinition>(
  nameColumn,
  { name: 'Scope', description: 'Cluster/Namespaced', cell: ({ spec }) => spec.scope },
  { name: 'Versions', description: 'Served versions', cell: ({ spec }) => formatVersions(spec) },
  {
    name: 'Created At',
    type: 'date',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
    cell: ({ metadata }) => metadata.creationTimestamp ?? null,
  },
  { name: 'Group', priority: 1, description: 'API group', cell: ({ spec }) => spec.group },
  { name: 'Kind', priority: 1, description: 'CustomResource kind', cell: ({ spec }) => spec.names.kind },
  {
    name: 'ShortNames',
    priority: 1,
    description: 'Short names',
    cell: ({ spec }) => (spec.names.shortNames ?? []).join(','),
  },
  {
    name: 'Established',
    type: 'boolean',
    priority: 1,
    description: 'Established status',
    cell: isEstablished,
  },
)

const formatVersions = ({ versions = [] }: CustomResourceDefinitionSpec): string =>
  versions
    .filter(({ served }) => served)
    .map(({ name, storage }) => `${name}${storage ? '(storage)' : ''}`)
    .sort()
    .join(',')

/** What CustomResourceDefinitions do beyond their schema. */
export const customResourceDefinitionRules: KindRules<CustomResourceDefinition> = {
  defaults: (definition) => {
    defaultSpec(definition.spec)
    definition.status = withStoredVersions(definition.status ?? {}, definition.spec)
  },
  prepareForCreate: (definition) => {
    definition.status = withStoredVersions({}, definition.spec)
  },
  prepareForUpdate: (definition, stored, context) => {
    keepOtherHalf(definition, stored, context)
    if (context.subresource === '') recordStorageVersion(definition)
  },
  validate: validateDefinition,
  validateUpdate: (definition, stored, { subresource }) => validateDefinitionUpdate(definition, stored, subresource),
  warnings: warnOfDefinition,
  cells: customResourceDefinitionTable.cells,
}

function defaultSpec(spec: CustomResourceDefinitionSpec): void {
  const { names, versions } = spec
  names.singular ||= names.kind.toLowerCase()
  if (!names.listKind && names.kind) names.listKind = `${names.kind}List`
  if (names.singular === '') delete names.singular
  spec.conversion ??= { strategy: 'None' }
  if (spec.conversion.webhook?.clientConfig) defaultWebhookClient(spec.conversion.webhook.clientConfig)
  if (spec.preserveUnknownFields === false) delete spec.preserveUnknownFields
  for (const version of versions ?? []) {
    const schema = schemaOf(version)
    if (schema) tidySchema(schema)
  }
}

const storageVersion = ({ versions = [] }: CustomResourceDefinitionSpec): string | undefined =>
  versions.find(({ storage }) => storage)?.name

/** A status that says at least in which version objects are stored; the rest is for the controller to say. */
function withStoredVersions(
  status: CustomResourceDefinitionStatus,
  spec: CustomResourceDefinitionSpec,
): CustomResourceDefinitionStatus {
  const storage = storageVersion(spec)
  const initial = storage === undefined ? unsetList : [storage]
  return {
    ...status,
    acceptedNames: status.acceptedNames ?? { kind: '', plural: '' },
    conditions: status.conditions ?? unsetList,
    storedVersions: status.storedVersions?.length ? status.storedVersions : initial,
  }
}

/** In place: objects are stored in this version from now on. */
function recordStorageVersion(definition: CustomResourceDefinition): void {
  const { spec, status } = definition
  const storage = storageVersion(spec)
  if (status === undefined || storage === undefined || status.storedVersions?.includes(storage)) return
  definition.status = { ...status, storedVersions: [...(status.storedVersions ?? []), storage] }
}
