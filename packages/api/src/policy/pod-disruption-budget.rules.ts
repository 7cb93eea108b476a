import type { FieldError, KindRules } from '@skep/schema'
import { printedSelector, validateLabelSelector } from '../meta/label-selector.ts'
import {
  invalidStruct,
  validateAtMostHundredPercent,
  validateCountOrPercent,
  validateOptionalOneOf,
} from '../meta/validation.ts'
import { validateCounts } from '../rules/status.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from './pod-disruption-budget.ts'

const NO_STATUS = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 }

/** What `kubectl get poddisruptionbudgets` shows. */
export const podDisruptionBudgetTable = defineTable<PodDisruptionBudget>(
  nameColumn,
  {
    name: 'Min Available',
    description: 'The minimum number of pods that must be available.',
    cell: ({ spec }) => String(spec.minAvailable ?? 'N/A'),
  },
  {
    name: 'Max Unavailable',
    description: 'The maximum number of pods that may be unavailable.',
    cell: ({ spec }) => String(spec.maxUnavailable ?? 'N/A'),
  },
  {
    name: 'Allowed Disruptions',
    type: 'integer',
    description: 'Calculated number of pods that may be disrupted at this time.',
    cell: ({ status }) => status?.disruptionsAllowed ?? 0,
  },
  ageColumn,
)

/** What PodDisruptionBudgets do beyond their schema. */
export const podDisruptionBudgetRules: KindRules<PodDisruptionBudget> = {
  prepareForCreate: (budget) => {
    budget.status = { ...NO_STATUS }
  },
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ status = NO_STATUS }, _stored, { subresource }) =>
    subresource === 'status'
      ? validateCounts(status, 'status', ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'])
      : [],
  cells: podDisruptionBudgetTable.cells,
}

const validateSpec = (spec: PodDisruptionBudgetSpec): FieldError[] => [
  ...(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined
    ? [invalidStruct('spec', printedSpec(spec), 'minAvailable and maxUnavailable cannot be both set')]
    : []),
  ...validateAmount(spec.minAvailable, 'spec.minAvailable'),
  ...validateAmount(spec.maxUnavailable, 'spec.maxUnavailable'),
  ...validateLabelSelector(spec.selector, 'spec.selector'),
  ...validateOptionalOneOf(spec.unhealthyPodEvictionPolicy, 'spec.unhealthyPodEvictionPolicy', [
    'AlwaysAllow',
    'IfHealthyBudget',
  ]),
]

const validateAmount = (amount: number | string | undefined, path: string): FieldError[] =>
  amount === undefined ? [] : [...validateCountOrPercent(amount, path), ...validateAtMostHundredPercent(amount, path)]

/** The spec as error messages quote it: by the names and in the order of Go's fields. */
const printedSpec = (spec: PodDisruptionBudgetSpec): object => ({
  MinAvailable: spec.minAvailable ?? null,
  Selector: spec.selector ? printedSelector(spec.selector) : null,
  MaxUnavailable: spec.maxUnavailable ?? null,
  UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
})
