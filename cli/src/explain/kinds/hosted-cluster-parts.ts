import {
  ClusterApiCluster,
  ConfigMap,
  Deployment,
  type HostedCluster,
  HostedControlPlane,
  ManagedCluster,
  Namespace,
  NodePool,
  Secret,
} from '@skep/api'
import type { Stored } from '@skep/client'
import { controlPlaneNamespace } from '@skep/operator-hypershift'
import { conditionOf } from '../conditions.ts'
import { missingPart, type Part, partsOf } from '../explainer.ts'
import { failing, user } from '../model.ts'
import type { Reader } from '../reader.ts'
import { openHostedCluster } from '../tenant-api.ts'
import { providedPart } from './secrets.ts'
import { clusterParts } from './tenant.ts'

/** What a hosted cluster needs and consists of, in the order in which it comes about, or goes. */
export async function hostedClusterParts(object: Stored<HostedCluster>, read: Reader): Promise<readonly Part[]> {
  const [needed, controlPlane, tenant, pools, manager] = await Promise.all([
    neededParts(object, read),
    controlPlaneParts(object, read),
    tenantParts(object, read),
    poolParts(object, read),
    managerParts(object, read),
  ])
  return [...needed, ...controlPlane, ...pools, ...tenant, ...manager]
}

/** Secrets and ConfigMaps that a person provides. */
function neededParts({ metadata, spec }: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const { namespace = '', deletionTimestamp } = metadata
  if (deletionTimestamp !== undefined) return Promise.resolve([])
  const { pullSecret, sshKey, serviceAccountSigningKey, auditWebhook, additionalTrustBundle } = spec
  const secrets: readonly Needed[] = [
    [pullSecret, '.dockerconfigjson'],
    [sshKey, 'id_rsa.pub'],
    [serviceAccountSigningKey, 'key'],
    [auditWebhook, 'webhook-kubeconfig'],
  ]
  const named = (needed: readonly Needed[]) =>
    needed.flatMap(([ref, key]) => (ref?.name ? [{ ref: { namespace, name: ref.name }, key }] : []))
  return Promise.all([
    ...named(secrets).map(({ ref, key }) => providedPart(read, Secret, ref, key)),
    ...named([[additionalTrustBundle, 'ca-bundle.crt']]).map(({ ref, key }) => providedPart(read, ConfigMap, ref, key)),
  ])
}

/** What is named, and the key that must be in it. */
type Needed = readonly [reference: { readonly name?: string } | undefined, key: string]

/** Who removes machines, and is kept until they are gone. Before, they are among the components of the control plane. */
const KEPT_DEPLOYMENTS = ['cluster-api', 'capi-provider']

async function controlPlaneParts(object: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const { namespace = '', name } = object.metadata
  const inside = controlPlaneNamespace({ namespace, name })
  const { infraID } = object.spec
  const [own, deployments, controlPlane, cluster] = await Promise.all([
    read.get(Namespace, { name: inside }),
    read.list(Deployment, { namespace: inside }),
    read.get(HostedControlPlane, { namespace: inside, name }),
    infraID ? read.get(ClusterApiCluster, { namespace: inside, name: infraID }) : undefined,
  ])
  const kept = deployments.filter(({ metadata }) => KEPT_DEPLOYMENTS.includes(metadata.name))
  // In the order in which they go: machines with their Cluster first, the namespace last.
  const deleting = object.metadata.deletionTimestamp !== undefined
  const parts: (Stored | undefined)[] = deleting ? [cluster, controlPlane, ...kept, own] : [own, controlPlane, cluster]
  return partsOf(read, parts)
}

async function poolParts(object: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const { namespace, name } = object.metadata
  const all = await read.list(NodePool, { namespace })
  const pools = all.filter(({ spec }) => spec.clusterName === name)
  return [...(needsNodes(object) ? nodelessPart(object, pools, read) : []), ...partsOf(read, pools)]
}

/** The installation ends only on nodes; a cluster that is installed may do without. */
function needsNodes(object: Stored<HostedCluster>): boolean {
  const isInstalled = object.status?.version?.history?.some(({ state }) => state === 'Completed') ?? false
  const isUp = conditionOf(object, 'Available')?.status === 'True'
  return isUp && !isInstalled && object.metadata.deletionTimestamp === undefined
}

/** That there is no pool that would ever have a node, and what to do about it. */
function nodelessPart(
  { metadata: { namespace = '', name } }: Stored<HostedCluster>,
  pools: readonly Stored<NodePool>[],
  read: Reader,
): Part[] {
  if (pools.some(({ spec }) => spec.autoScaling || spec.replicas !== 0)) return []
  const [pool] = pools
  const action = pool
    ? `\`kubectl scale -n ${namespace} nodepool/${pool.metadata.name} --replicas=2\``
    : `create a NodePool in namespace ${namespace} with spec.clusterName: ${name} (examples/hosted-clusters has some)`
  const problem = pool ? 'all that there are have no replicas' : 'there is none'
  const waitsFor = `${problem}, and without nodes the installation does not end`
  const verdict = failing({ state: 'Missing', waitsFor, nextActor: user(action) })
  return [missingPart(read, NodePool, { name: `for ${name}` }, verdict)]
}

/** Before there is a kubeconfig nobody expects to see anything inside. */
async function tenantParts(object: Stored<HostedCluster>, read: Reader): Promise<readonly Part[]> {
  const { metadata, status } = object
  if (metadata.deletionTimestamp !== undefined || !status?.kubeconfig) return []
  const api = await openHostedCluster(read, object)
  if ('tenant' in api) return clusterParts(api.tenant)
  return [{ name: { cluster: metadata.name, apiVersion: '', kind: 'API', name: 'of the tenant' }, verdict: api.closed }]
}

/** Name of the annotation that says which ManagedCluster stands for a hosted one. */
const MANAGED_CLUSTER = 'cluster.open-cluster-management.io/managedcluster-name'

async function managerParts({ metadata }: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const name = metadata.annotations?.[MANAGED_CLUSTER] ?? metadata.name
  return partsOf(read, [await read.get(ManagedCluster, { name })])
}
