import { type FieldError, fieldError } from '@skep/schema'
import { validateAtMostHundredPercent, validateCountOrPercent, validateNonNegative } from '../meta/validation.ts'
import { amountOf } from '../rules/counts.ts'
import { validateAtMost, validateCollisionCount, validateCounts } from '../rules/status.ts'
import type { DeploymentSpec, DeploymentStatus, DeploymentStrategy, RollingUpdateDeployment } from './deployment.ts'
import { printedStrategy, unsupportedStrategy } from './workload.ts'
import { validateEndlessPods, validateRequiredSelector, validateSelectedTemplate } from './workload.validate.ts'

/** Everything wrong with what a Deployment wants. */
export const validateDeploymentSpec = (spec: DeploymentSpec): FieldError[] => [
  ...validateNonNegative(spec.replicas, 'spec.replicas'),
  ...validateRequiredSelector(spec.selector, 'deployment'),
  ...validateSelectedTemplate(spec.selector, spec.template, validateEndlessPods(spec.template, 'ReplicaSet')),
  ...validateStrategy(spec.strategy ?? {}),
  ...validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
  ...validateNonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ...validateProgressDeadline(spec),
]

function validateStrategy({ type, rollingUpdate }: DeploymentStrategy): FieldError[] {
  const path = 'spec.strategy'
  switch (type) {
    case 'Recreate':
      return rollingUpdate === undefined
        ? []
        : [fieldError.forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
    case 'RollingUpdate':
      return validateRollingUpdate(rollingUpdate ?? {}, `${path}.rollingUpdate`)
    default: {
      const strategy = printedStrategy(type, rollingUpdate && printedRollingUpdate(rollingUpdate))
      return [unsupportedStrategy(path, strategy, ['Recreate', 'RollingUpdate'])]
    }
  }
}

const printedRollingUpdate = ({ maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDeployment): object => ({
  MaxUnavailable: maxUnavailable,
  MaxSurge: maxSurge,
})

function validateRollingUpdate(rollingUpdate: RollingUpdateDeployment, path: string): FieldError[] {
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
  const isStuck = amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
  return [
    ...validateCountOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...validateCountOrPercent(maxSurge, `${path}.maxSurge`),
    ...(isStuck
      ? [fieldError.invalid(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateAtMostHundredPercent(maxUnavailable, `${path}.maxUnavailable`),
  ]
}

function validateProgressDeadline({ progressDeadlineSeconds, minReadySeconds = 0 }: DeploymentSpec): FieldError[] {
  if (progressDeadlineSeconds === undefined) return []
  const path = 'spec.progressDeadlineSeconds'
  const errors = validateNonNegative(progressDeadlineSeconds, path)
  return progressDeadlineSeconds > minReadySeconds
    ? errors
    : [...errors, fieldError.invalid(path, progressDeadlineSeconds, 'must be greater than minReadySeconds')]
}

/** Everything wrong with a new status of a Deployment. */
export const validateDeploymentStatus = (status: DeploymentStatus, stored: DeploymentStatus): FieldError[] => [
  ...validateCounts(status, 'status', [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ]),
  ...validateAtMost(status, 'status', ['updatedReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
  ...validateAtMost(status, 'status', ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
  ...validateCollisionCount(status.collisionCount, stored.collisionCount),
]
