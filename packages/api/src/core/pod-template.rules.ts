import type { KindRules } from '@skep/schema'
import { formatLabels } from '../meta/label-selector.ts'
import { podColumns } from '../rules/pod-columns.ts'
import { defineTable, nameColumn } from '../rules/table.ts'
import { defaultPodTemplate } from './pod-spec.defaults.ts'
import { validatePodTemplate } from './pod-spec.validate.ts'
import { warnOfPodTemplate } from './pod-spec.warnings.ts'
import type { PodTemplate } from './pod-template.ts'

/** What `kubectl get podtemplates` shows. */
export const podTemplateTable = defineTable<PodTemplate>(
  nameColumn,
  ...podColumns<PodTemplate>(({ template }) => template).map((column) => ({ ...column, priority: 0 })),
  {
    name: 'Pod Labels',
    description: 'Labels of the pods.',
    cell: ({ template }) => formatLabels(template?.metadata?.labels),
  },
)

/** What pod templates do beyond their schema. */
export const podTemplateRules: KindRules<PodTemplate> = {
  defaults: (object) => {
    object.template ??= {}
    defaultPodTemplate(object.template)
  },
  validate: ({ template }) => validatePodTemplate(template ?? {}, 'template'),
  warnings: ({ template }) => warnOfPodTemplate(template, 'template'),
  cells: podTemplateTable.cells,
}
