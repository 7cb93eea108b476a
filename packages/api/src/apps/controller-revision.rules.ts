import { type FieldError, fieldError, isObject, type KindRules } from '@skep/schema'
import { validateNonNegative } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { ControllerRevision } from './controller-revision.ts'

/** What `kubectl get controllerrevisions` shows. */
export const controllerRevisionTable = defineTable<ControllerRevision>(
  nameColumn,
  { name: 'Controller', description: 'Object that the revision is of.', cell: controllerOf },
  { name: 'Revision', description: 'Number of the revision.', cell: ({ revision }) => revision ?? 0 },
  ageColumn,
)

function controllerOf({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  if (owner === undefined) return '<none>'
  const group = owner.apiVersion.includes('/') ? `.${owner.apiVersion.split('/')[0]}` : ''
  return `${owner.kind.toLowerCase()}${group}/${owner.name}`
}

/** What ControllerRevisions do beyond their schema. */
export const controllerRevisionRules: KindRules<ControllerRevision> = {
  validate: ({ revision, data }) => [...validateNonNegative(revision, 'revision'), ...validateData(data)],
  validateUpdate: (revision, stored) => validateKept(revision.data, stored.data, 'data'),
  cells: controllerRevisionTable.cells,
}

function validateData(data: unknown): FieldError[] {
  if (data === undefined || data === null) return [fieldError.required('data', 'data is mandatory')]
  return isObject(data) ? [] : [fieldError.required('data', 'data must be a valid JSON object')]
}
