import type { PersistentVolumeClaim, Pod, VolumeAttachment } from '@skep/api'
import type { ObjectApi } from '../../contracts.ts'

/** What a node may have to do with an object. */
export type ReferenceCheck = (node: string, namespace: string, name: string) => boolean

type ReferencedKind = 'secret' | 'configMap' | 'claim'

/** Fields of a pod that name another object, wherever they stand: `secretRef: { name }`, `secret: { secretName }`. */
const FIELDS: Readonly<Record<string, { readonly kind: ReferencedKind; readonly names: readonly string[] }>> = {
  secret: { kind: 'secret', names: ['secretName', 'name'] },
  secretRef: { kind: 'secret', names: ['name'] },
  secretKeyRef: { kind: 'secret', names: ['name'] },
  imagePullSecrets: { kind: 'secret', names: ['name'] },
  nodePublishSecretRef: { kind: 'secret', names: ['name'] },
  configMap: { kind: 'configMap', names: ['name'] },
  configMapRef: { kind: 'configMap', names: ['name'] },
  configMapKeyRef: { kind: 'configMap', names: ['name'] },
  persistentVolumeClaim: { kind: 'claim', names: ['claimName'] },
}

/** Whether a part of a pod, found under that field, names the object. */
function mentions(part: unknown, field: string, kind: ReferencedKind, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part)) return part.some((item) => mentions(item, field, kind, name))
  const reference = FIELDS[field]
  const entries = Object.entries(part)
  if (reference?.kind === kind && entries.some(([key, value]) => reference.names.includes(key) && value === name)) {
    return true
  }
  return entries.some(([key, value]) => mentions(value, key, kind, name))
}

/** Relations between nodes and objects, by the pods that run there. Only nodes ask, and each about its own pods. */
export function nodeReferences(objects: ObjectApi): Readonly<Record<string, ReferenceCheck>> {
  const core = (resource: string) => ({ group: '', resource })
  const podsOn = (node: string, namespace: string) =>
    // The resource says which kind the objects are.
    objects.list(core('pods'), { namespace, fieldSelector: `spec.nodeName=${node}` }) as Pod[]
  const mentioned =
    (kind: ReferencedKind): ReferenceCheck =>
    (node, namespace, name) =>
      podsOn(node, namespace).some(({ spec }) => mentions(spec, 'spec', kind, name))

  const claim: ReferenceCheck = (node, namespace, name) =>
    mentioned('claim')(node, namespace, name) || podsOn(node, namespace).some((pod) => ownsClaim(pod, name))
  return {
    secrets: mentioned('secret'),
    configmaps: mentioned('configMap'),
    persistentvolumeclaims: claim,
    serviceaccounts: (node, namespace, name) =>
      podsOn(node, namespace).some(({ spec }) => spec?.serviceAccountName === name),
    pods: (node, namespace, name) => podsOn(node, namespace).some(({ metadata }) => metadata.name === name),
    persistentvolumes: (node, _namespace, name) => {
      // The resource says which kind the objects are.
      const claims = objects.list(core('persistentvolumeclaims')) as PersistentVolumeClaim[]
      const bound = claims.find(({ spec }) => spec?.volumeName === name)?.metadata
      return bound !== undefined && claim(node, bound.namespace ?? '', bound.name ?? '')
    },
    volumeattachments: (node, _namespace, name) => {
      const at = { group: 'storage.k8s.io', resource: 'volumeattachments' }
      // The resource says which kind the object is.
      return (objects.get(at, '', name) as VolumeAttachment | undefined)?.spec.nodeName === node
    },
  }
}

/** A pod with an ephemeral volume has a claim named after both. */
const ownsClaim = ({ metadata, spec }: Pod, claim: string): boolean =>
  spec?.volumes?.some(({ name, ephemeral }) => ephemeral !== undefined && `${metadata.name}-${name}` === claim) ?? false
