import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateOptionalOneOf } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { PriorityClass } from './priority-class.ts'

const MAX_USER_PRIORITY = 1_000_000_000
const SYSTEM_PREFIX = 'system-'
/** The classes that the server itself makes. */
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2 * MAX_USER_PRIORITY + 1000,
  'system-cluster-critical': 2 * MAX_USER_PRIORITY,
}

/** What `kubectl get priorityclasses` shows. */
export const priorityClassTable = defineTable<PriorityClass>(
  nameColumn,
  {
    name: 'Value',
    type: 'integer',
    description:
      'value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.',
    cell: ({ value }) => value,
  },
  {
    name: 'Global-Default',
    type: 'boolean',
    description:
      'globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.',
    cell: ({ globalDefault }) => globalDefault ?? false,
  },
  ageColumn,
  {
    name: 'PreemptionPolicy',
    description:
      'preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.',
    cell: ({ preemptionPolicy }) => preemptionPolicy ?? '',
  },
)

/** What PriorityClasses do beyond their schema. */
export const priorityClassRules: KindRules<PriorityClass> = {
  defaults: (priority) => {
    priority.preemptionPolicy ??= 'PreemptLowerPriority'
  },
  validate: (priority) => [
    ...validateValue(priority),
    ...validateOptionalOneOf(priority.preemptionPolicy, 'preemptionPolicy', ['PreemptLowerPriority', 'Never']),
  ],
  validateUpdate: ({ value, preemptionPolicy }, stored) => [
    ...(value === stored.value ? [] : [fieldError.forbidden('value', 'may not be changed in an update.')]),
    ...validateKept(preemptionPolicy, stored.preemptionPolicy, 'preemptionPolicy'),
  ],
  raisesGeneration: () => false,
  cells: priorityClassTable.cells,
}

function validateValue(priority: PriorityClass): FieldError[] {
  const { value, metadata } = priority
  if (metadata.name?.startsWith(SYSTEM_PREFIX)) return validateSystemClass(priority)
  return value > MAX_USER_PRIORITY
    ? [fieldError.forbidden('value', `maximum allowed value of a user defined priority is ${MAX_USER_PRIORITY}`)]
    : []
}

function validateSystemClass({ metadata, value, globalDefault }: PriorityClass): FieldError[] {
  const name = metadata.name ?? ''
  const expected = SYSTEM_CLASSES[name]
  const complaint =
    (expected === undefined && `${name} is not a known system priority class`) ||
    (value !== expected && `value of ${name} PriorityClass must be ${expected}`) ||
    (globalDefault && `globalDefault of ${name} PriorityClass must be false`)
  if (!complaint) return []
  const detail = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: ${complaint}`
  return [fieldError.forbidden('metadata.name', detail)]
}
