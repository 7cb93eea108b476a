import { type FieldError, fieldError, type JsonObject } from '@skep/schema'
import { validateEach, validateOneOf, validateRequired } from '../../meta/validation.ts'
import type { SelectorSyncSet } from '../selector-sync-set.ts'
import type { SyncSet } from '../sync-set.ts'

/** OpenShift's old names of kinds that Kubernetes has; a copy under the old name would never settle. */
const SUPERSEDED = new Set(['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'SubjectAccessReview'])
const PATCH_TYPES = ['', 'json', 'merge', 'strategic']
const APPLY_MODES = ['Upsert', 'Sync']

/** Everything wrong with a SelectorSyncSet. */
export const validateSelectorSyncSet = ({ spec }: SelectorSyncSet): FieldError[] => [
  ...validateContent(spec),
  ...validateApplyMode(spec),
]

/** Everything wrong with a SyncSet, whose Secrets come from its own namespace. */
export const validateSyncSet = ({ metadata, spec }: SyncSet): FieldError[] => [
  ...validateContent(spec),
  ...validateSecretNamespaces(spec, metadata.namespace ?? ''),
  ...validateApplyMode(spec),
]

type Content = SelectorSyncSet['spec']

const validateContent = ({ resources, patches, secretMappings }: Content): FieldError[] => [
  ...validateEach(resources, 'spec.resources', validateResource),
  ...validateEach(patches, 'spec.patches', ({ patchType }, path) =>
    // Hive itself spells this path so.
    validateOneOf(patchType, `${path}.PatchType`, PATCH_TYPES),
  ),
  ...validateEach(secretMappings, 'spec.secretMappings', ({ sourceRef, targetRef }, path) => [
    ...validateRequired(sourceRef.name, `${path}.sourceRef.name`, 'Name is required'),
    ...validateRequired(targetRef.name, `${path}.targetRef.name`, 'Name is required'),
  ]),
]

function validateResource({ apiVersion, kind }: JsonObject, path: string): FieldError[] {
  const isSuperseded = String(apiVersion).startsWith('authorization.openshift.io/') && SUPERSEDED.has(String(kind))
  const detail = 'must use kubernetes group for this resource kind'
  return isSuperseded ? [fieldError.invalid(`${path}.APIVersion`, apiVersion, detail)] : []
}

const validateSecretNamespaces = ({ secretMappings }: Content, own: string): FieldError[] =>
  validateEach(secretMappings, 'spec.secretMappings', ({ sourceRef: { namespace = '' } }, path) =>
    namespace === '' || namespace === own
      ? []
      : [
          fieldError.invalid(
            `${path}.sourceRef.namespace`,
            namespace,
            'source secret reference must be in same namespace as SyncSet',
          ),
        ],
  )

const validateApplyMode = ({ resourceApplyMode = '' }: Content): FieldError[] =>
  resourceApplyMode === '' ? [] : validateOneOf(resourceApplyMode, 'spec.resourceApplyMode', APPLY_MODES)
