import type { KindRules } from '@skep/schema'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { validateNonNegative } from '../meta/validation.ts'
import { validateReplicaCounts } from '../rules/status.ts'
import { replicaSetTable } from './replica-set.table.ts'
import type { ReplicaSet } from './replica-set.ts'
import { warnOfChangedTemplate, warnOfHostName } from './workload.ts'
import {
  validateEndlessPods,
  validateRequiredSelector,
  validateSelectedTemplate,
  validateSelectorKept,
} from './workload.validate.ts'

/** What ReplicaSets do beyond their schema. */
export const replicaSetRules: KindRules<ReplicaSet> = {
  defaults: (set) => {
    set.spec.replicas ??= 1
    defaultPodTemplate(set.spec.template)
  },
  prepareForCreate: (set) => {
    set.status = { replicas: 0 }
  },
  validate: ({ spec }) => [
    ...validateNonNegative(spec.replicas, 'spec.replicas'),
    ...validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    // The API calls it a deployment here, too.
    ...validateRequiredSelector(spec.selector, 'deployment'),
    ...validateSelectedTemplate(spec.selector, spec.template, validateEndlessPods(spec.template, 'ReplicaSet')),
  ],
  validateUpdate: (set, stored, { subresource }) =>
    subresource === 'status'
      ? validateReplicaCounts(set.status ?? { replicas: 0 })
      : validateSelectorKept(set.spec.selector, stored.spec.selector),
  warnings: ({ metadata, spec }, stored) => [
    ...(stored === undefined ? warnOfHostName(metadata.name) : []),
    ...warnOfChangedTemplate(spec.template, 'spec.template', stored?.spec.template),
  ],
  cells: replicaSetTable.cells,
}
