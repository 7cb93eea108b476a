import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { validateFinalizerDomain } from '../meta/object-meta.ts'
import { invalid, validateEach } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Namespace } from './namespace.ts'

const NAME_LABEL = 'kubernetes.io/metadata.name'
const CONTENT_FINALIZER = 'kubernetes'

/** What `kubectl get namespaces` shows. */
export const namespaceTable = defineTable<Namespace>(
  nameColumn,
  {
    name: 'Status',
    description: 'The status of the namespace',
    cell: ({ status }) => status?.phase ?? '',
  },
  ageColumn,
)

/** What namespaces do beyond their schema. */
export const namespaceRules: KindRules<Namespace> = {
  defaults: (namespace) => {
    labelWithName(namespace)
    namespace.spec ??= {}
    namespace.status ??= {}
    namespace.status.phase ||= 'Active'
    for (const condition of namespace.status.conditions ?? []) showUnsetTimes(condition, 'lastTransitionTime')
  },
  prepareForCreate: (namespace) => {
    // The name may have been generated since the defaults were filled in.
    labelWithName(namespace)
    const finalizers = namespace.spec?.finalizers ?? []
    if (!finalizers.includes(CONTENT_FINALIZER)) namespace.spec = { finalizers: [...finalizers, CONTENT_FINALIZER] }
    namespace.status = { phase: 'Active' }
  },
  prepareForUpdate: (namespace, stored, { subresource }) => {
    if (subresource !== 'finalize') keep(namespace, stored, 'spec')
    if (subresource !== 'status') keep(namespace, stored, 'status')
  },
  validateCreate: ({ spec }) =>
    (spec?.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer, 'spec.finalizers')),
  validateUpdate: (namespace, _stored, { subresource }) => {
    if (subresource === 'status') return validatePhase(namespace)
    if (subresource !== 'finalize') return []
    return validateEach(namespace.spec?.finalizers, 'spec.finalizers', validateFinalizer)
  },
  cells: namespaceTable.cells,
  selectableFields: ({ metadata, status }) => ({ 'status.phase': status?.phase ?? '', name: metadata.name ?? '' }),
}

function labelWithName({ metadata }: Namespace): void {
  if (metadata.name) metadata.labels = { ...metadata.labels, [NAME_LABEL]: metadata.name }
}

function keep<K extends 'spec' | 'status'>(namespace: Namespace, stored: Namespace, half: K): void {
  if (stored[half] === undefined) delete namespace[half]
  else namespace[half] = stored[half]
}

const validateFinalizer = (finalizer: string, path: string): FieldError[] => [
  ...invalid(path, finalizer, checkQualifiedName(finalizer)),
  ...validateFinalizerDomain(finalizer, path),
]

function validatePhase({ metadata, status }: Namespace): FieldError[] {
  const phase = status?.phase ?? ''
  const expected = metadata.deletionTimestamp ? 'Terminating' : 'Active'
  const when = metadata.deletionTimestamp ? 'is not empty' : 'is empty'
  return phase === expected
    ? []
    : [fieldError.invalid('status.Phase', phase, `may only be '${expected}' if \`deletionTimestamp\` ${when}`)]
}
