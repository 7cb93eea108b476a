import {
  AgentCluster,
  AwsCluster,
  AzureCluster,
  ClusterApiCluster,
  ConfigMap,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  KubevirtCluster,
  Namespace,
  NetworkPolicy,
  NodePool,
  Role,
  RoleBinding,
  Route,
  Secret,
  Service,
  ServiceAccount,
} from '@skep/api'
import { type ClientKind, metadataOf, type ObjectChange, type Stored } from '@skep/client'
import { inBursts, type KeysOf, type Source, watchOf } from '@skep/controller'
import { asJson, jsonEqual, type KubeObject } from '@skep/schema'
import { HOSTED_CLUSTER_ANNOTATION } from '../naming.ts'
import { COMPONENT_FINALIZER, NAMES } from './keys.ts'
import { INDEX } from './reads.ts'
import { type Reference, referenceText } from './references.ts'
import type { HostedClusterParts } from './scope.ts'
import { MACHINE_COMPONENTS } from './workloads/deployments.ts'
import { STATIC_LABELS } from './workloads/static-objects.ts'

/** Secrets that come from the control plane, and copies that must stay as they are. */
const SECRETS = new Set<string>([
  'admin-kubeconfig',
  'custom-admin-kubeconfig',
  'kubeadmin-password',
  NAMES.pullSecret,
  NAMES.sshKey,
])
const DEPLOYMENTS = new Set<string>(['control-plane-operator', NAMES.ignitionServer, ...MACHINE_COMPONENTS])
const IGNITION_NAMES = new Set<string>([NAMES.ignitionServer, NAMES.ignitionServerProxy])

/** The cluster that an object was made for, by its annotation. */
const annotatedKey: KeysOf = ({ metadata: { annotations } }) => {
  const [namespace, name] = (annotations?.[HOSTED_CLUSTER_ANNOTATION] ?? '').split('/')
  return namespace && name ? [{ namespace, name }] : []
}

/** The cluster of a pool of nodes. */
const poolKey: KeysOf<NodePool> = ({ metadata: { namespace }, spec }) => [{ namespace, name: spec.clusterName }]

/** Whether a change of a hosted cluster is more than what its controller itself says in the status. */
export const isOfOthers = (change: ObjectChange<HostedCluster>): boolean => {
  if (change.type !== 'updated') return true
  const told = ({ metadata }: Stored) => {
    const { generation, deletionTimestamp, labels, annotations, finalizers } = metadata
    return asJson([generation, deletionTimestamp, labels, annotations, finalizers])
  }
  return !jsonEqual(told(change.previous), told(change.object))
}

/** Everything whose changes concern a hosted cluster. */
export function hostedClusterSources(parts: HostedClusterParts): Source[] {
  const { reads, clock, routes = true, controlPlanePods } = parts
  const find = (index: string, value: string): Stored<HostedCluster>['metadata'][] =>
    reads.hostedClusters.find(index, value).map(({ metadata }) => metadata)
  const naming =
    (kind: Reference['kind']): KeysOf =>
    ({ metadata: { namespace, name } }) =>
      find(INDEX.reference, referenceText(kind, namespace, name)).filter(isStaying)
  const within: KeysOf = ({ metadata: { namespace } }) => find(INDEX.controlPlane, namespace ?? '')
  // What goes with a cluster is nothing that would have to be made again.
  const around: KeysOf = ({ metadata: { namespace } }) => find(INDEX.controlPlane, namespace ?? '').filter(isStaying)
  const inControlPlane = <T extends KubeObject>(kind: ClientKind<T>, names?: ReadonlySet<string>): Source =>
    watchOf(kind, (object) => (names === undefined || names.has(object.metadata.name) ? around(object) : []))
  return [
    // A control plane on its way up has ever more to say.
    ...inBursts(
      clock,
      watchOf(HostedControlPlane, annotatedKey),
      watchOf(ClusterApiCluster, annotatedKey),
      ...[AgentCluster, AwsCluster, AzureCluster, KubevirtCluster].map((kind: ClientKind) => inControlPlane(kind)),
      inControlPlane(Service, IGNITION_NAMES),
      ...(routes ? [inControlPlane(Route, IGNITION_NAMES)] : []),
      ...(controlPlanePods ? [deploymentSource(around, within)] : []),
    ),
    watchOf(NodePool, poolKey, { when: poolMatters }),
    watchOf(
      Namespace,
      (namespace) => [...find(INDEX.controlPlane, namespace.metadata.name), ...naming('Namespace')(namespace)],
      { when: labelsChanged },
    ),
    watchOf(Secret, (secret) => [
      ...naming('Secret')(secret),
      ...ownerKeys(secret),
      ...(SECRETS.has(secret.metadata.name) ? around(secret) : []),
    ]),
    watchOf(ConfigMap, (configMap) => [
      ...naming('ConfigMap')(configMap),
      ...(configMap.metadata.name === NAMES.trustBundle ? around(configMap) : []),
    ]),
    ...(controlPlanePods ? staticSources(around) : []),
  ]
}

const isStaying = ({ deletionTimestamp }: { deletionTimestamp?: string }): boolean => deletionTimestamp === undefined

/** Those that are held must be let go, also when they come to be known late. */
const deploymentSource = (around: KeysOf, within: KeysOf): Source =>
  watchOf(Deployment, (deployment) => {
    const { name, finalizers } = deployment.metadata
    if (!DEPLOYMENTS.has(name)) return []
    return finalizers?.includes(COMPONENT_FINALIZER) ? within(deployment) : around(deployment)
  })

/** Published Secrets belong to the cluster without being controlled by it. */
const ownerKeys: KeysOf = ({ metadata: { namespace, ownerReferences = [] } }) =>
  ownerReferences.filter(({ kind }) => kind === HostedCluster.kind).map(({ name }) => ({ namespace, name }))

/** Of a namespace it matters whether it is there, and how it is marked; it says itself how far it is on its way out. */
const labelsChanged = (change: ObjectChange): boolean => {
  const { object } = change
  return change.type !== 'updated' || !jsonEqual(asJson(marksOf(object)), asJson(marksOf(change.previous)))
}

const marksOf = ({ metadata: { labels, annotations } }: Stored) => [labels ?? {}, annotations ?? {}]

/** Of a pool it matters whether it is there, what it shall be, and what it says of its virtual machines. */
const poolMatters = (change: ObjectChange<NodePool>): boolean =>
  change.type !== 'updated' ||
  change.object.metadata.generation !== change.previous.metadata.generation ||
  change.object.spec.platform.type === 'KubeVirt'

/** What somebody deletes comes back. */
const staticSources = (around: KeysOf): Source[] =>
  [ServiceAccount, Role, RoleBinding, NetworkPolicy].map((kind: ClientKind) =>
    watchOf(metadataOf(kind), around, { labelSelector: STATIC_LABELS, when: ({ type }) => type === 'deleted' }),
  )
