import { apiVersionOf, asJson, type KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import { BOOTSTRAP_POLICY } from '../auth/authz/bootstrap-policy/index.ts'
import type { ServedResource } from '../contracts.ts'
import { defaultAccount } from '../controllers/accounts/default-account.ts'
import { rootCertificateMap } from '../controllers/accounts/root-certificate.ts'
import { keyOf } from '../registry/collection.ts'
import { completeObject } from '../registry/decode.ts'
import { makeFacts } from '../registry/facts.ts'
import { renderObject, withVersion } from '../registry/object-bytes.ts'
import { cloneObject } from '../registry/target.ts'
import { localApiService } from './bootstrap/api-services.ts'
import { flowControl } from './bootstrap/flow-control.ts'
import type { ServerRecord } from './server-record.ts'
import { stableUid } from './stable-uid.ts'

/** The revision of everything that was there before the first write. */
const FIRST_REVISION = 1

const SYSTEM_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

const namespaces = SYSTEM_NAMESPACES.map((name) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
}))

const priorityClass = (name: string, value: number, description: string) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name, generation: 1 },
  value,
  description,
  preemptionPolicy: 'PreemptLowerPriority',
})

const priorityClasses = [
  priorityClass(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  priorityClass(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
]

/** The address under which pods of every cluster would find its API. */
const API_SERVICE_IP = '10.96.0.1'

const kubernetesService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'kubernetes', namespace: 'default', labels: { component: 'apiserver', provider: 'kubernetes' } },
  spec: {
    type: 'ClusterIP',
    clusterIP: API_SERVICE_IP,
    clusterIPs: [API_SERVICE_IP],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    sessionAffinity: 'None',
    internalTrafficPolicy: 'Cluster',
  },
  status: { loadBalancer: {} },
}

/**
 * What every logical cluster has from its first moment: system namespaces, the default roles, the classes of system
 * pods and so on. Made once in memory and shared; a cluster that changes one of them gets its own copy of that one. Returns them
 * by `group/resource`; a kind that is not served is left out.
 */
export function bootstrapOverlays(
  served: Iterable<ServedResource>,
  record: ServerRecord,
  caPem: string,
): Map<string, Map<string, Entry>> {
  const resources = [...served]
  const overlays = new Map<string, Map<string, Entry>>()
  const { createdAt } = record
  const objects = [...bootstrapObjects(createdAt, caPem), ...apiServices(resources, createdAt)]
  addToOverlays(overlays, resources, objects, record)
  return overlays
}

/** Adds what is known only later, such as where the server listens; must come before anybody looks at such objects. */
export function addToOverlays(
  overlays: Map<string, Map<string, Entry>>,
  served: Iterable<ServedResource>,
  objects: Iterable<KubeObject>,
  record: ServerRecord,
): void {
  const byType = new Map([...served].map((resource) => [`${apiVersionOf(resource)}/${resource.kind}`, resource]))
  for (const object of objects) {
    const resource = byType.get(`${object.apiVersion}/${object.kind}`)
    if (!resource) continue
    const at = `${resource.group}/${resource.resource}`
    const overlay = overlays.get(at) ?? new Map<string, Entry>()
    const entry = entryOf(resource, object, record)
    overlays.set(at, overlay.set(entry.key, entry))
  }
}

const bootstrapObjects = (createdAt: string, caPem: string): KubeObject[] => [
  ...namespaces,
  ...SYSTEM_NAMESPACES.flatMap((namespace) => [defaultAccount(namespace), rootCertificateMap(namespace, caPem)]),
  ...priorityClasses,
  kubernetesService,
  ...flowControl(createdAt),
  ...BOOTSTRAP_POLICY,
]

/** One for each group and version that is served. */
function apiServices(resources: readonly ServedResource[], createdAt: string): KubeObject[] {
  const versions = new Map(resources.map(({ group, version }) => [`${version}.${group}`, { group, version }]))
  return [...versions.values()].flatMap(({ group, version }) => localApiService(group, version, createdAt) ?? [])
}

function entryOf(resource: ServedResource, source: KubeObject, { id, createdAt }: ServerRecord): Entry {
  const object = completeObject(resource, asJson(cloneObject(source)))
  const { namespace = '', name = '' } = object.metadata
  const key = keyOf(namespace, name)
  object.metadata.uid = stableUid(`${id}${resource.group}/${resource.resource}/${key}`)
  object.metadata.creationTimestamp = createdAt
  const value = withVersion(renderObject(object), FIRST_REVISION)
  return { bucket: '', key, revision: FIRST_REVISION, value, annex: makeFacts(resource, object) }
}
