import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateContainerResources } from '../core/resources.validate.ts'
import { validateTolerations } from '../core/toleration.ts'
import { validateLabels } from '../meta/label-selector.ts'
import { checkDnsLabel } from '../meta/names.ts'
import { invalid, validateEach, validateRequired } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { RuntimeClass, Scheduling } from './runtime-class.ts'

/** What `kubectl get runtimeclasses` shows. */
export const runtimeClassTable = defineTable<RuntimeClass>(
  nameColumn,
  { name: 'Handler', description: "Configuration in the node's container runtime.", cell: ({ handler }) => handler },
  ageColumn,
)

/** What RuntimeClasses do beyond their schema. */
export const runtimeClassRules: KindRules<RuntimeClass> = {
  validate: ({ handler, overhead, scheduling }) => [
    ...(overhead?.podFixed ? validateContainerResources({ limits: overhead.podFixed }, 'overhead', []) : []),
    ...(scheduling ? validateScheduling(scheduling, 'scheduling') : []),
    ...validateRequired(handler, 'handler'),
    ...(handler ? invalid('handler', handler, checkDnsLabel(handler)) : []),
  ],
  validateUpdate: ({ handler }, stored) => validateKept(handler, stored.handler, 'handler', null),
  cells: runtimeClassTable.cells,
}

function validateScheduling({ nodeSelector, tolerations = [] }: Scheduling, path: string): FieldError[] {
  const seen = new Set<string>()
  return [
    ...validateLabels(nodeSelector, `${path}.nodeSelector`),
    ...validateTolerations(tolerations, `${path}.tolerations`),
    ...validateEach(tolerations, `${path}.tolerations`, (toleration, at) => {
      const { key, operator, value, effect } = toleration
      const identity = JSON.stringify([key, operator, value, effect])
      if (seen.has(identity)) return [fieldError.duplicate(at, toleration)]
      seen.add(identity)
      return []
    }),
  ]
}
