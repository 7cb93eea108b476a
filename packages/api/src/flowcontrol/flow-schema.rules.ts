import type { KindRules } from '@skep/schema'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { validateStatusConditions } from './conditions.validate.ts'
import type { FlowSchema } from './flow-schema.ts'
import { validateFlowSchemaSpec } from './flow-schema.validate.ts'

/** What `kubectl get flowschemas` shows. */
export const flowSchemaTable = defineTable<FlowSchema>(
  nameColumn,
  {
    name: 'PriorityLevel',
    description: 'Priority level of the requests.',
    cell: ({ spec }) => spec.priorityLevelConfiguration.name,
  },
  {
    name: 'MatchingPrecedence',
    description: 'Order in which schemas are tried.',
    cell: ({ spec }) => spec.matchingPrecedence ?? 0,
  },
  {
    name: 'DistinguisherMethod',
    description: 'How requests are told apart into flows.',
    cell: ({ spec }) => spec.distinguisherMethod?.type ?? '<none>',
  },
  ageColumn,
  {
    name: 'MissingPL',
    description: 'Whether the priority level is missing.',
    cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
  },
)

/** What FlowSchemas do beyond their schema. */
export const flowSchemaRules: KindRules<FlowSchema> = {
  defaults: ({ spec }) => {
    spec.matchingPrecedence ||= 1000
  },
  prepareForCreate: (schema) => {
    schema.status = {}
  },
  validate: ({ metadata, spec }) => validateFlowSchemaSpec(spec, metadata.name ?? ''),
  validateUpdate: ({ status }, _stored, { subresource }) =>
    subresource === 'status' ? validateStatusConditions(status?.conditions ?? []) : [],
  cells: flowSchemaTable.cells,
}
