import { ControlPlaneComponent, HostedControlPlane, Route, Service } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { cloud, failing, good, operator, user, type Verdict, waiting } from '../model.ts'

const CONTROL_PLANE = operator('control-plane-operator')
const ADDRESSES = cloud('load balancers and routes')

/** What has to come about, in this order. */
const RULES: readonly ConditionRule[] = [
  { type: 'ReconciliationActive', want: 'True', nextActor: user('remove spec.pausedUntil of the HostedCluster') },
  {
    type: 'ValidHostedControlPlaneConfiguration',
    want: 'True',
    nextActor: user('change the spec as the message says'),
  },
  { type: 'InfrastructureReady', want: 'True', required: true, onTheWay: true, nextActor: ADDRESSES },
  { type: 'EtcdAvailable', want: 'True', required: true, onTheWay: true, nextActor: CONTROL_PLANE },
  { type: 'KubeAPIServerAvailable', want: 'True', required: true, onTheWay: true, nextActor: CONTROL_PLANE },
  {
    type: 'Available',
    want: 'True',
    required: true,
    onTheWay: true,
    nextActor: CONTROL_PLANE,
    byReason: { KASLoadBalancerNotReachable: ADDRESSES },
  },
  { type: 'ExternalDNSReachable', want: 'True', nextActor: user('make the external name resolve') },
  { type: 'ValidReleaseInfo', want: 'True', nextActor: user('mirror the images that are missing') },
  { type: 'ValidIDPConfiguration', want: 'True', nextActor: user('correct the identity providers') },
  { type: 'Degraded', want: 'False', nextActor: CONTROL_PLANE },
]

/** A control plane: what it consists of, and how it is reached. */
export const hostedControlPlane: Explainer<HostedControlPlane> = {
  kind: HostedControlPlane,
  parts: async ({ metadata: { namespace } }, read) => {
    const [services, routes, components] = await Promise.all([
      read.list(Service, { namespace }),
      read.list(Route, { namespace }),
      read.list(ControlPlaneComponent, { namespace }),
    ])
    return partsOf(read, [...services, ...routes, ...inOrder(components)])
  },
  verdict: (object) => {
    const unmet = firstUnmet(object, RULES)
    if (unmet?.state === 'ReconciliationPaused') return { ...unmet, inherited: true }
    return unmet ?? good('Available', conditionOf(object, 'Available')?.lastTransitionTime)
  },
  deletion: (object, children) => cleanup(object) ?? explainDeletion(object, children),
}

/** What everything else waits for, the last first. */
const FIRST = ['openshift-apiserver', 'kube-apiserver', 'featuregate-generator', 'etcd']
/** Without which there is no API, even while they wait for each other. */
const API = new Set(FIRST.slice(1))

/** In the order in which they come up; those that only wait for others come last, since they are no cause. */
const inOrder = (components: readonly Stored<ControlPlaneComponent>[]): Stored<ControlPlaneComponent>[] =>
  [...components].sort((one, other) => rankOf(one) - rankOf(other))

function rankOf(component: Stored<ControlPlaneComponent>): number {
  const { name } = component.metadata
  const waits = conditionOf(component, 'RolloutComplete')?.reason === 'WaitingForDependencies'
  return (waits && !API.has(name) ? FIRST.length + 1 : 0) - FIRST.indexOf(name)
}

/** Name of the annotation by which a tenant's things in the cloud are removed first. */
const CLEANUP = 'hypershift.openshift.io/cleanup-cloud-resources'

/** What a tenant has in the cloud goes before the control plane that could remove it. */
function cleanup(object: Stored<HostedControlPlane>): Verdict | undefined {
  if (object.metadata.annotations?.[CLEANUP] !== 'true') return undefined
  const destroyed = conditionOf(object, 'CloudResourcesDestroyed')
  const over = destroyed?.status === 'True' || /Skipped|TimedOut/.test(destroyed?.reason ?? '')
  if (over) return undefined
  const since = destroyed?.lastTransitionTime ?? object.metadata.deletionTimestamp
  const say = destroyed?.reason === 'ErrorOccurred' ? failing : waiting
  return say({
    state: destroyed?.reason ?? 'CleaningUp',
    waitsFor:
      destroyed?.message ||
      (conditionOf(object, 'CVOScaledDown') ? 'cloud resources to be removed' : 'the cluster version operator to stop'),
    since,
    nextActor: operator('hosted-cluster-config-operator', 'gives up 10 minutes after the last change'),
  })
}
