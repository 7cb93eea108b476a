import type { PersistentVolumeClaim, StorageClass } from '@skep/api'
import type { AdmissionPlugin, AdmissionRequest } from '../contracts.ts'

const FINALIZERS: Record<string, string> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
}

const creates = ({ operation, resource, subresource }: AdmissionRequest): boolean =>
  operation === 'CREATE' && resource.group === '' && subresource === ''

/** Volumes and claims cannot go while something uses them: a controller removes the finalizer when nothing does. */
export const storageProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  handles: (request) => creates(request) && request.resource.resource in FINALIZERS,
  mutate: ({ object, resource }) => {
    const finalizer = FINALIZERS[resource.resource]
    if (!object || !finalizer || object.metadata.finalizers?.includes(finalizer)) return
    object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer]
  },
}

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class'
const STORAGE_CLASSES = { group: 'storage.k8s.io', resource: 'storageclasses' }

/** A claim that names no class gets the default one, the newest when there are several. */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  handles: (request) => creates(request) && request.resource.resource === 'persistentvolumeclaims',
  mutate: ({ cluster, object }) => {
    const { spec } = object as PersistentVolumeClaim
    if (!spec || spec.storageClassName !== undefined) return
    const classes = cluster.objects.list(STORAGE_CLASSES) as StorageClass[]
    const [newest] = classes
      .filter(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true')
      .sort((a, b) => ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? 1 : -1))
    if (newest) spec.storageClassName = newest.metadata.name
  },
}
