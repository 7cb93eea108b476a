import type { KindRules } from '@skep/schema'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { isSame } from '../rules/equal.ts'
import { keepOtherHalf } from '../rules/status.ts'
import { daemonSetTable } from './daemon-set.table.ts'
import type { DaemonSet, DaemonSetUpdateStrategy } from './daemon-set.ts'
import { validateDaemonSetSpec, validateDaemonSetStatus } from './daemon-set.validate.ts'
import { warnOfChangedTemplate } from './workload.ts'
import { validateSelectorKept } from './workload.validate.ts'

/** Where clients of older versions find how often the template was changed. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'
const NO_STATUS = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 }

/** What DaemonSets do beyond their schema. */
export const daemonSetRules: KindRules<DaemonSet> = {
  defaults: (set) => {
    const { spec } = set
    setTemplateGeneration(set, templateGeneration(set))
    defaultPodTemplate(spec.template)
    spec.updateStrategy ??= {}
    defaultUpdateStrategy(spec.updateStrategy)
    spec.revisionHistoryLimit ??= 10
  },
  prepareForCreate: (set) => {
    set.status = { ...NO_STATUS }
    setTemplateGeneration(set, Math.max(1, templateGeneration(set)))
  },
  prepareForUpdate: (set, stored, context) => {
    keepOtherHalf(set, stored, context)
    const changes = isSame(set.spec.template, stored.spec.template) ? 0 : 1
    setTemplateGeneration(set, templateGeneration(stored) + changes)
  },
  validate: ({ spec }) => validateDaemonSetSpec(spec),
  validateUpdate: (set, stored, { subresource }) =>
    subresource === 'status'
      ? validateDaemonSetStatus(set.status ?? NO_STATUS, stored.status ?? NO_STATUS)
      : validateSelectorKept(set.spec.selector, stored.spec.selector),
  warnings: ({ spec }, stored) => warnOfChangedTemplate(spec.template, 'spec.template', stored?.spec.template),
  cells: daemonSetTable.cells,
}

function defaultUpdateStrategy(strategy: DaemonSetUpdateStrategy): void {
  strategy.type ||= 'RollingUpdate'
  if (strategy.type !== 'RollingUpdate') return
  strategy.rollingUpdate ??= {}
  strategy.rollingUpdate.maxUnavailable ??= 1
  strategy.rollingUpdate.maxSurge ??= 0
}

function templateGeneration({ metadata }: DaemonSet): number {
  const text = metadata.annotations?.[TEMPLATE_GENERATION] ?? ''
  return /^[0-9]+$/.test(text) ? Number(text) : 0
}

function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) }
}
