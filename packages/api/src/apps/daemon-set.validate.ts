import { type FieldError, fieldError } from '@skep/schema'
import { validatePodTemplate } from '../core/pod-spec.validate.ts'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { validateAtMostHundredPercent, validateCountOrPercent, validateNonNegative } from '../meta/validation.ts'
import { amountOf } from '../rules/counts.ts'
import { validateCollisionCount, validateCounts } from '../rules/status.ts'
import type { DaemonSetSpec, DaemonSetStatus, DaemonSetUpdateStrategy, RollingUpdateDaemonSet } from './daemon-set.ts'
import { printedStrategy, unsupportedStrategy } from './workload.ts'
import { validateEndlessPods, validateNotEmpty, validateTemplateLabels } from './workload.validate.ts'

/** Everything wrong with what a DaemonSet wants. */
export function validateDaemonSetSpec(spec: DaemonSetSpec): FieldError[] {
  const ofSelector = validateLabelSelector(spec.selector, 'spec.selector')
  return [
    ...ofSelector,
    ...(ofSelector.length === 0 ? validateTemplateLabels(spec.selector, spec.template) : []),
    ...validateNotEmpty(spec.selector, 'daemonset'),
    ...validatePodTemplate(spec.template, 'spec.template'),
    ...validateEndlessPods(spec.template, 'DaemonSet'),
    ...validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}),
    ...validateNonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ]
}

function validateUpdateStrategy({ type, rollingUpdate }: DaemonSetUpdateStrategy): FieldError[] {
  const path = 'spec.updateStrategy'
  switch (type) {
    case 'OnDelete':
      return []
    case 'RollingUpdate':
      return validateRollingUpdate(rollingUpdate ?? {}, `${path}.rollingUpdate`)
    default: {
      const strategy = printedStrategy(type, rollingUpdate && printedRollingUpdate(rollingUpdate))
      return [unsupportedStrategy(path, strategy, ['RollingUpdate', 'OnDelete'])]
    }
  }
}

const printedRollingUpdate = ({ maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDaemonSet): object => ({
  MaxUnavailable: maxUnavailable,
  MaxSurge: maxSurge,
})

const validateRollingUpdate = (rollingUpdate: RollingUpdateDaemonSet, path: string): FieldError[] => {
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
  return [
    ...validateCountOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateCountOrPercent(maxSurge, `${path}.maxSurge`),
    ...validateAtMostHundredPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateAtMostHundredPercent(maxSurge, `${path}.maxSurge`),
    ...validateOneIsZero(maxUnavailable, maxSurge, path),
  ]
}

/** A node has its old pod stopped first, or its new one started first. */
function validateOneIsZero(maxUnavailable: number | string, maxSurge: number | string, path: string): FieldError[] {
  const mayStopFirst = amountOf(maxUnavailable) !== 0
  const mayStartFirst = amountOf(maxSurge) !== 0
  if (mayStopFirst && mayStartFirst) {
    return [fieldError.invalid(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
  }
  if (mayStopFirst || mayStartFirst) return []
  return [fieldError.required(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
}

/** Everything wrong with a new status of a DaemonSet. */
export const validateDaemonSetStatus = (status: DaemonSetStatus, stored: DaemonSetStatus): FieldError[] => [
  ...validateCounts(status, 'status', [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ]),
  ...validateCollisionCount(status.collisionCount, stored.collisionCount),
]
