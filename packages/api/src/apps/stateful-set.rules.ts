import type { KindRules } from '@skep/schema'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { defaultClaimSpec } from '../core/volume.defaults.ts'
import { statefulSetTable } from './stateful-set.table.ts'
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from './stateful-set.ts'
import {
  validateStatefulSetSpec,
  validateStatefulSetStatus,
  validateStatefulSetUpdate,
} from './stateful-set.validate.ts'
import { warnOfChangedTemplate } from './workload.ts'

const NO_STATUS = { replicas: 0, availableReplicas: 0 }

/** What StatefulSets do beyond their schema. */
export const statefulSetRules: KindRules<StatefulSet> = {
  defaults: ({ spec }) => {
    defaultPodTemplate(spec.template)
    defaultClaims(spec)
    spec.podManagementPolicy ||= 'OrderedReady'
    spec.updateStrategy ??= {}
    defaultUpdateStrategy(spec.updateStrategy)
    spec.persistentVolumeClaimRetentionPolicy ??= {}
    spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain'
    spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain'
    spec.replicas ??= 1
    spec.revisionHistoryLimit ??= 10
  },
  prepareForCreate: (set) => {
    set.status = { ...NO_STATUS }
  },
  validate: ({ spec }) => validateStatefulSetSpec(spec),
  validateUpdate: (set, stored, { subresource }) =>
    subresource === 'status'
      ? validateStatefulSetStatus(set.status ?? NO_STATUS, stored.status ?? NO_STATUS)
      : validateStatefulSetUpdate(set.spec, stored.spec),
  warnings: ({ spec }, stored) => [
    ...warnOfChangedTemplate(spec.template, 'spec.template', stored?.spec.template),
    ...((spec.revisionHistoryLimit ?? 0) < 0
      ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
      : []),
  ],
  cells: statefulSetTable.cells,
}

/** Claims are objects of their own, so their type goes without saying. */
function defaultClaims({ volumeClaimTemplates = [] }: StatefulSetSpec): void {
  for (const claim of volumeClaimTemplates) {
    claim.apiVersion ||= 'v1'
    claim.kind ||= 'PersistentVolumeClaim'
    claim.spec ??= {}
    defaultClaimSpec(claim.spec)
    claim.status = { phase: 'Pending', ...claim.status }
  }
}

function defaultUpdateStrategy(strategy: StatefulSetUpdateStrategy): void {
  if (!strategy.type) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
  }
  if (strategy.type !== 'RollingUpdate' || strategy.rollingUpdate === undefined) return
  strategy.rollingUpdate.partition ??= 0
  strategy.rollingUpdate.maxUnavailable ??= 1
}
