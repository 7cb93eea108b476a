import { HostedCluster } from '@skep/api'
import type { Stored } from '@skep/client'
import { USER_ACTION_REQUIRED } from '@skep/operator-hypershift'
import { type ConditionRule, conditionOf, firstUnmet, oneLine } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import type { Explainer } from '../explainer.ts'
import { cloud, type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import { hostedClusterParts } from './hosted-cluster-parts.ts'
import { CHOOSE_RELEASE, namingWhoseRelease } from './release.ts'

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
    nextActor: CHOOSE_RELEASE,
    byReason: { SecretNotFound: user('provide the Secret that spec.pullSecret names, with key .dockerconfigjson') },
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
  parts: hostedClusterParts,
  verdict: (object, children) =>
    unseen(object) ??
    atGate(object, children) ??
    missingPart(children) ??
    mistaken(object) ??
    firstUnmet(object, PROGRESS) ??
    rollout(object) ??
    atLast(object),
  deletion: (object, children) => gracePeriod(object) ?? explainDeletion(object, children),
}

function unseen({ metadata, status }: Stored<HostedCluster>): Verdict | undefined {
  if (status?.conditions?.length) return undefined
  const { creationTimestamp: since } = metadata
  return waiting({ state: 'New', waitsFor: 'its operator to look at it', since, nextActor: HYPERSHIFT })
}

/** What is wrong with the object itself, unless it is that something is missing: of that, more can be said. */
function atGate(object: Stored<HostedCluster>, children: readonly Explained[]): Verdict | undefined {
  const gate = firstUnmet(object, GATES)
  if (!gate || missingPart(children)) return gate
  return { ...namingWhoseRelease(gate, object), own: true }
}

/** What the operator failed at because of what it was given. */
function mistaken(object: Stored<HostedCluster>): Verdict | undefined {
  const {
    reason: state = '',
    message = '',
    lastTransitionTime: since,
  } = conditionOf(object, USER_ACTION_REQUIRED) ?? {}
  if (message === '') return undefined
  const nextActor = user('correct what the message names')
  return { ...failing({ state, waitsFor: oneLine(message), since, nextActor }), own: true }
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
