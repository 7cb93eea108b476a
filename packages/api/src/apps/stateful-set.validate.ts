import { type FieldError, fieldError } from '@skep/schema'
import { validatePersistentVolumeClaimSpec } from '../core/persistent-volume-claim-spec.validate.ts'
import type { PodTemplateSpec } from '../core/pod-spec.ts'
import { checkDnsLabel } from '../meta/names.ts'
import {
  invalid,
  invalidStruct,
  validateAtMostHundredPercent,
  validateCountOrPercent,
  validateEach,
  validateNonNegative,
  validateOneOf,
} from '../meta/validation.ts'
import { amountOf } from '../rules/counts.ts'
import { validateKept } from '../rules/equal.ts'
import { validateAtMost, validateCollisionCount, validateCounts } from '../rules/status.ts'
import type {
  RollingUpdateStatefulSetStrategy,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from './stateful-set.ts'
import { printedStrategy } from './workload.ts'
import {
  validateEndlessPods,
  validateRequiredSelector,
  validateSelectedTemplate,
  validateSelectorKept,
} from './workload.validate.ts'

/** Everything wrong with what a StatefulSet wants. */
export const validateStatefulSetSpec = (spec: StatefulSetSpec): FieldError[] => [
  ...validatePodManagement(spec.podManagementPolicy),
  ...validateUpdateStrategy(spec.updateStrategy ?? {}),
  ...validateRetention(spec.persistentVolumeClaimRetentionPolicy),
  ...validateEach(spec.volumeClaimTemplates, 'spec.volumeClaimTemplates', (claim, path) =>
    validatePersistentVolumeClaimSpec(claim.spec ?? {}, `${path}.spec`),
  ),
  ...validateNonNegative(spec.replicas, 'spec.replicas'),
  ...validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
  ...validateNonNegative(spec.ordinals?.start, 'spec.ordinals.start'),
  ...(spec.serviceName ? invalid('spec.serviceName', spec.serviceName, checkDnsLabel(spec.serviceName)) : []),
  ...validateRequiredSelector(spec.selector, 'statefulset'),
  ...validateSelectedTemplate(spec.selector, templateOfPods(spec)),
  ...validateEndlessPods(spec.template, 'StatefulSet'),
]

function validatePodManagement(policy: string | undefined): FieldError[] {
  const isKnown = policy === 'OrderedReady' || policy === 'Parallel'
  return isKnown
    ? []
    : [fieldError.invalid('spec.podManagementPolicy', policy ?? '', "must be 'OrderedReady' or 'Parallel'")]
}

function validateUpdateStrategy({ type, rollingUpdate }: StatefulSetUpdateStrategy): FieldError[] {
  const path = 'spec.updateStrategy'
  const printed = rollingUpdate && printedRollingUpdate(rollingUpdate)
  switch (type) {
    case 'OnDelete':
      return printed === undefined
        ? []
        : [invalidStruct(`${path}.rollingUpdate`, printed, "only allowed for updateStrategy 'RollingUpdate'")]
    case 'RollingUpdate':
      return rollingUpdate === undefined ? [] : validateRollingUpdate(rollingUpdate, `${path}.rollingUpdate`)
    default:
      return [invalidStruct(path, printedStrategy(type, printed), "must be 'RollingUpdate' or 'OnDelete'")]
  }
}

const printedRollingUpdate = ({ partition = 0, maxUnavailable }: RollingUpdateStatefulSetStrategy): object => ({
  Partition: partition,
  MaxUnavailable: maxUnavailable ?? null,
})

function validateRollingUpdate(
  { partition, maxUnavailable }: RollingUpdateStatefulSetStrategy,
  path: string,
): FieldError[] {
  const errors = validateNonNegative(partition, `${path}.partition`)
  if (maxUnavailable === undefined) return errors
  const at = `${path}.maxUnavailable`
  const isZero = amountOf(maxUnavailable) === 0
  return [
    ...errors,
    ...validateCountOrPercent(maxUnavailable, at),
    ...(isZero ? [fieldError.invalid(at, maxUnavailable, 'cannot be 0')] : []),
    ...validateAtMostHundredPercent(maxUnavailable, at),
  ]
}

function validateRetention(policy: StatefulSetSpec['persistentVolumeClaimRetentionPolicy']): FieldError[] {
  if (policy === undefined) return []
  const path = 'spec.persistentVolumeClaimRetentionPolicy'
  return (['whenDeleted', 'whenScaled'] as const).flatMap((moment) =>
    validateOneOf(policy[moment], `${path}.${moment}`, ['Retain', 'Delete']),
  )
}

/** The template as pods will have it: the controller names hosts, and puts a volume in for each claim. */
function templateOfPods({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  if (template.spec === undefined) return template
  const { hostname: _hostname, subdomain: _subdomain, volumes = [], ...rest } = template.spec
  const claimed = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '')
  const ofClaims = claimed.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))
  const others = volumes.filter(({ name }) => !claimed.includes(name))
  return { ...template, spec: { ...rest, volumes: [...ofClaims, ...others] } }
}

/** Everything wrong with changing what a StatefulSet wanted. */
export const validateStatefulSetUpdate = (spec: StatefulSetSpec, stored: StatefulSetSpec): FieldError[] => [
  ...validateSelectorKept(spec.selector, stored.selector),
  ...validateKept(spec.volumeClaimTemplates, stored.volumeClaimTemplates, 'spec.volumeClaimTemplates'),
  ...validateKept(spec.serviceName ?? '', stored.serviceName ?? '', 'spec.serviceName'),
  ...validateKept(spec.podManagementPolicy, stored.podManagementPolicy, 'spec.podManagementPolicy'),
]

/** Everything wrong with a new status of a StatefulSet. */
export const validateStatefulSetStatus = (status: StatefulSetStatus, stored: StatefulSetStatus): FieldError[] => [
  ...validateCounts(status, 'status', [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ]),
  ...validateAtMost(
    status,
    'status',
    ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    'replicas',
  ),
  ...validateAtMost(status, 'status', ['availableReplicas'], 'readyReplicas'),
  ...validateCollisionCount(status.collisionCount, stored.collisionCount),
]
