import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { warnOfHostName } from '../apps/workload.ts'
import { validateEndlessPods } from '../apps/workload.validate.ts'
import { formatLabels } from '../meta/label-selector.ts'
import { validateNonNegative } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { podColumns } from '../rules/pod-columns.ts'
import { keepOtherHalf, validateReplicaCounts } from '../rules/status.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { defaultPodTemplate } from './pod-spec.defaults.ts'
import type { PodTemplateSpec } from './pod-spec.ts'
import { validatePodTemplate } from './pod-spec.validate.ts'
import { warnOfPodTemplate } from './pod-spec.warnings.ts'
import type { ReplicationController, ReplicationControllerSpec } from './replication-controller.ts'

/** What `kubectl get replicationcontrollers` shows. */
export const replicationControllerTable = defineTable<ReplicationController>(
  nameColumn,
  { name: 'Desired', type: 'integer', description: 'Pods wanted.', cell: ({ spec }) => spec?.replicas ?? 0 },
  { name: 'Current', type: 'integer', description: 'Pods there are.', cell: ({ status }) => status?.replicas ?? 0 },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status?.readyReplicas ?? 0,
  },
  ageColumn,
  ...podColumns<ReplicationController>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: 'Labels of the pods that belong to it.',
    cell: ({ spec }) => formatLabels(spec?.selector),
  },
)

/** What replication controllers do beyond their schema. */
export const replicationControllerRules: KindRules<ReplicationController> = {
  defaults: (controller) => {
    controller.spec ??= {}
    const { spec, metadata } = controller
    spec.replicas ??= 1
    if (spec.template) defaultPodTemplate(spec.template)
    const labels = spec.template?.metadata?.labels
    if (labels && Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
    if (labels && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels }
    for (const condition of controller.status?.conditions ?? []) showUnsetTimes(condition, 'lastTransitionTime')
  },
  prepareForCreate: (controller) => {
    controller.status = { replicas: 0 }
  },
  prepareForUpdate: keepOtherHalf,
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateUpdate: ({ status }, _stored, { subresource }) =>
    subresource === 'status' && status ? validateReplicaCounts(status) : [],
  warnings: ({ metadata, spec }, stored) => [
    ...(stored === undefined ? warnOfHostName(metadata.name) : []),
    ...warnOfPodTemplate(spec?.template, 'spec.template'),
  ],
  cells: replicationControllerTable.cells,
  selectableFields: ({ status }) => ({ 'status.replicas': String(status?.replicas ?? 0) }),
}

function validateSpec(spec: ReplicationControllerSpec): FieldError[] {
  const { selector = {}, template } = spec
  return [
    ...validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...(Object.keys(selector).length === 0 ? [fieldError.required('spec.selector')] : []),
    ...validateNonNegative(spec.replicas, 'spec.replicas'),
    ...(template ? validateTemplate(template, selector) : [fieldError.required('spec.template')]),
  ]
}

function validateTemplate(template: PodTemplateSpec, selector: Readonly<Record<string, string>>): FieldError[] {
  const path = 'spec.template'
  const labels = template.metadata?.labels
  const isSelected = Object.entries(selector).every(([key, value]) => labels?.[key] === value)
  return [
    ...(isSelected
      ? []
      : [fieldError.invalid(`${path}.metadata.labels`, labels ?? null, '`selector` does not match template `labels`')]),
    ...validatePodTemplate(template, path),
    ...validateEndlessPods(template, 'ReplicationController'),
  ]
}
