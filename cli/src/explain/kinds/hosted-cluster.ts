import {
  ClusterApiCluster,
  ConfigMap,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  ManagedCluster,
  Namespace,
  NodePool,
  Secret,
} from '@skep/api'
import type { Stored } from '@skep/client'
import { controlPlaneNamespace } from '@skep/operator-hypershift'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { cloud, type Explained, good, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'
import { openHostedCluster } from '../tenant-api.ts'
import { providedPart } from './secrets.ts'
import { clusterParts } from './tenant.ts'

const HYPERSHIFT = operator('hypershift')
const FIX_SPEC = user('change the spec as the message says')

/** What must hold before anything is made, in the order in which the operator looks at it. */
const GATES: readonly ConditionRule[] = [
  { type: 'ReconciliationActive', want: 'True', nextActor: user('remove spec.pausedUntil to let it go on') },
  { type: 'ValidConfiguration', want: 'True', nextActor: FIX_SPEC },
  { type: 'SupportedHostedCluster', want: 'True', nextActor: FIX_SPEC },
  { type: 'ValidProxyConfiguration', want: 'True', nextActor: user('give the proxy a CA bundle that can be read') },
  {
    type: 'ValidReleaseImage',
    want: 'True',
    nextActor: user('choose another spec.release.image'),
    byReason: { SecretNotFound: user('create the pull secret that spec.pullSecret names') },
  },
  { type: 'PlatformCredentialsFound', want: 'True', nextActor: user('provide the credentials of the platform') },
  { type: 'UnmanagedEtcdAvailable', want: 'True', nextActor: user('provide the client Secret of the unmanaged etcd') },
  { type: 'ValidAWSIdentityProvider', want: 'True', nextActor: user('create the identity provider in AWS') },
  { type: 'ValidOIDCConfiguration', want: 'True', nextActor: user('make the OIDC documents readable') },
  { type: 'ValidAWSKMSConfig', want: 'True', nextActor: user('let the control plane use the KMS key') },
  { type: 'ValidAzureKMSConfig', want: 'True', nextActor: user('let the control plane use the KMS key') },
  { type: 'ValidHostedControlPlaneConfiguration', want: 'True', nextActor: FIX_SPEC },
]

/** What comes about afterwards. */
const PROGRESS: readonly ConditionRule[] = [
  {
    type: 'Available',
    want: 'True',
    required: true,
    onTheWay: true,
    nextActor: HYPERSHIFT,
    byReason: {
      WaitingOnInfrastructureReady: cloud('load balancers and routes'),
      KASLoadBalancerNotReachable: cloud('load balancers and routes'),
    },
  },
  { type: 'ReconciliationSucceeded', want: 'True', nextActor: operator('hypershift', 'tries again') },
  { type: 'IgnitionEndpointAvailable', want: 'True', onTheWay: true, nextActor: HYPERSHIFT },
  { type: 'ExternalDNSReachable', want: 'True', nextActor: user('make the external name resolve') },
  { type: 'ValidReleaseInfo', want: 'True', nextActor: user('mirror the images that are missing') },
  { type: 'ValidIDPConfiguration', want: 'True', nextActor: user('correct the identity providers') },
  {
    type: 'PublicEndpointExposed',
    want: 'True',
    onTheWay: true,
    nextActor: HYPERSHIFT,
    byReason: { TopologyPrivate: FIX_SPEC },
  },
  { type: 'AWSEndpointAvailable', want: 'True', onTheWay: true, nextActor: cloud('AWS') },
  { type: 'AWSEndpointServiceAvailable', want: 'True', onTheWay: true, nextActor: cloud('AWS') },
  { type: 'AWSDefaultSecurityGroupCreated', want: 'True', onTheWay: true, nextActor: cloud('AWS') },
  {
    type: 'ValidKubeVirtInfraNetworkMTU',
    want: 'True',
    nextActor: user('raise the MTU of the infrastructure network'),
  },
  { type: 'Degraded', want: 'False', nextActor: HYPERSHIFT },
  { type: 'ClusterVersionSucceeding', want: 'True', nextActor: operator('cluster version operator') },
  { type: 'ClusterVersionReleaseAccepted', want: 'True', nextActor: FIX_SPEC },
  {
    type: 'ConfigOperatorReconciliationSucceeded',
    want: 'True',
    nextActor: operator('hosted-cluster-config-operator'),
  },
  { type: 'DataPlaneConnectionAvailable', want: 'True', nextActor: operator('konnectivity-agent') },
  { type: 'ControlPlaneConnectionAvailable', want: 'True', nextActor: operator('konnectivity-agent') },
]

/** A hosted cluster: what it needs, its control plane, its nodes, and who manages it. */
export const hostedCluster: Explainer<HostedCluster> = {
  kind: HostedCluster,
  parts: async (object, read) => {
    const [needed, controlPlane, tenant, pools, manager] = await Promise.all([
      neededParts(object, read),
      controlPlaneParts(object, read),
      tenantParts(object, read),
      poolParts(object, read),
      managerParts(object, read),
    ])
    return [...needed, ...controlPlane, ...pools, ...tenant, ...manager]
  },
  verdict: (object, children) =>
    firstUnmet(object, GATES) ??
    missingPart(children) ??
    firstUnmet(object, PROGRESS) ??
    rollout(object) ??
    atLast(object),
  deletion: (object, children) => gracePeriod(object) ?? explainDeletion(object, children),
}

/** A Secret that went missing may not have been noticed yet. */
function missingPart(children: readonly Explained[]): Verdict | undefined {
  const missing = children.find(
    ({ state, object }) => state === 'Missing' && ['Secret', 'ConfigMap'].includes(object.kind),
  )
  return missing && { ...missing, state: `${missing.object.kind}Missing` }
}

/** Its version, once it is available. */
function rollout(object: Stored<HostedCluster>): Verdict | undefined {
  const blocked = conditionOf(object, 'Progressing')
  if (blocked?.reason === 'Blocked') {
    const { message = 'an upgrade that is refused', lastTransitionTime: since } = blocked
    return waiting({ state: 'Blocked', waitsFor: message, since, nextActor: FIX_SPEC })
  }
  const [newest] = object.status?.version?.history ?? []
  if (!newest || newest.state === 'Completed') return undefined
  const progress = conditionOf(object, 'ClusterVersionProgressing')
  return waiting({
    state: newest.state ?? 'Partial',
    waitsFor: progress?.message || `version ${newest.version ?? newest.image} to be rolled out`,
    since: newest.startedTime,
    nextActor: operator('cluster version operator'),
  })
}

function atLast(object: Stored<HostedCluster>): Verdict {
  return good('Available', conditionOf(object, 'Available')?.lastTransitionTime)
}

/** Everything is gone already, and the object stays for a while because it was told to. */
function gracePeriod(object: Stored<HostedCluster>): Verdict | undefined {
  const destroyed = conditionOf(object, 'HostedClusterDestroyed')
  if (destroyed?.status !== 'True') return undefined
  const { reason = '', message = '', lastTransitionTime: since } = destroyed
  return waiting({ state: reason, waitsFor: message || 'its grace period', since, nextActor: operator('hypershift') })
}

/** Secrets and ConfigMaps that a person provides. */
function neededParts({ metadata, spec }: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const { namespace = '', deletionTimestamp } = metadata
  if (deletionTimestamp !== undefined) return Promise.resolve([])
  const secrets = [spec.pullSecret, spec.sshKey, spec.serviceAccountSigningKey, spec.auditWebhook]
  return Promise.all([
    ...namesIn(secrets).map((name) => providedPart(read, Secret, { namespace, name })),
    ...namesIn([spec.additionalTrustBundle]).map((name) => providedPart(read, ConfigMap, { namespace, name })),
  ])
}

const namesIn = (references: readonly ({ readonly name?: string } | undefined)[]): string[] =>
  references.flatMap((reference) => (reference?.name ? [reference.name] : []))

/** Who is beside the control plane in its namespace, made by the operator itself. */
const OWN_DEPLOYMENTS = ['control-plane-operator', 'cluster-api', 'capi-provider']

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
  const operators = deployments.filter(({ metadata }) => OWN_DEPLOYMENTS.includes(metadata.name))
  // In the order in which they go: machines with their Cluster first, the namespace last.
  const deleting = object.metadata.deletionTimestamp !== undefined
  const parts: (Stored | undefined)[] = deleting
    ? [cluster, controlPlane, ...operators, own]
    : [own, ...operators, controlPlane, cluster]
  return partsOf(read, parts)
}

async function poolParts({ metadata }: Stored<HostedCluster>, read: Reader): Promise<Part[]> {
  const pools = await read.list(NodePool, { namespace: metadata.namespace })
  return partsOf(
    read,
    pools.filter(({ spec }) => spec.clusterName === metadata.name),
  )
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
