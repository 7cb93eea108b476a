import type { Entry } from '@skep/store'
import { keyOf } from '../registry/collection.ts'
import { parseObject, renderObject, withVersion } from '../registry/object-bytes.ts'
import type { ClusterSnapshot } from './snapshot.ts'

/** Where the namespace is kept by whose uid programs tell clusters apart. */
export const SYSTEM_NAMESPACE = { bucket: '/namespaces', key: keyOf('', 'kube-system') }

/** The namespace `kube-system`, as all clusters have it, with a uid of its own. */
export function systemNamespaceOf(uid: string, shared: Entry): ClusterSnapshot['entries'][number] {
  const namespace = parseObject(shared.value)
  namespace.metadata.uid = uid
  return { ...SYSTEM_NAMESPACE, value: withVersion(renderObject(namespace), shared.revision) }
}
