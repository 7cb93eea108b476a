import type { Namespace } from '@skep/api'
import type { AdmissionPlugin, AdmissionRequest, ClusterView } from '../contracts.ts'
import { forbidden, notFound } from '../registry/errors.ts'

const NAMESPACES = { group: '', resource: 'namespaces' }

/** Namespaces that a cluster cannot do without. */
const PROTECTED = new Set(['default', 'kube-system', 'kube-public'])

/** Nothing is created in a namespace that is missing or going away, and system namespaces stay. */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  handles: ({ operation, namespace, resource }) =>
    isNamespace(resource) ? operation === 'DELETE' : namespace !== '' && operation === 'CREATE',
  mutate: (request) => {
    if (isNamespace(request.resource)) return refuseProtected(request)
    if (!reviewsOnly(request)) requireLivingNamespace(request)
  },
}

const isNamespace = ({ group, resource }: AdmissionRequest['resource']): boolean =>
  group === '' && resource === 'namespaces'

/** An access review asks about a namespace; it puts nothing there. */
const reviewsOnly = ({ resource }: AdmissionRequest): boolean => resource.group === 'authorization.k8s.io'

function refuseProtected({ resource, name }: AdmissionRequest): void {
  if (PROTECTED.has(name)) throw forbidden(resource, name, 'this namespace may not be deleted')
}

function requireLivingNamespace({ cluster, namespace, resource, name }: AdmissionRequest): void {
  const traits = cluster.objects.traitsOf(NAMESPACES, '', namespace)
  if (!traits) throw notFound(NAMESPACES, namespace)
  if (!traits.deleting) return
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  throw forbidden(resource, name, why, { causes: [cause] })
}

/** The namespace object that a request is about, for plug-ins that select by its labels. */
export const namespaceOf = (cluster: ClusterView, name: string): Namespace | undefined =>
  cluster.objects.get(NAMESPACES, '', name) as Namespace | undefined
