import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Job,
  Node,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
} from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { ObjectIndex } from '../object-index.ts'
import {
  CONTROLLER_REVISIONS,
  DAEMON_SETS,
  DEPLOYMENTS,
  DISRUPTION_BUDGETS,
  ENDPOINT_SLICES,
  JOBS,
  NODES,
  PODS,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  SERVICES,
  STATEFUL_SETS,
} from '../resources.ts'
import { claimNames } from '../scheduling/volumes.ts'
import { type Candidates, controllerOf } from './ownership.ts'

/** Terms by which objects are found; see `ObjectIndex`. */
export const inNamespace = (namespace: string): string => `namespace ${namespace}`
export const controlledBy = (uid: string): string => `controller ${uid}`
const orphanedIn = (namespace: string): string => `orphans ${namespace}`
/** Carried by objects that are looked up all at once: of these, a cluster has few. */
export const ANYWHERE = 'anywhere'
export const named = (namespace: string, name: string): string => `named ${namespace}/${name}`
export const usingClaim = (namespace: string, name: string): string => `claim ${namespace}/${name}`
export const onNode = (name: string): string => `node ${name}`

const namespaceTerms = ({ metadata }: KubeObject): string[] => [inNamespace(metadata.namespace ?? '')]

const namedTerm = ({ metadata }: KubeObject): string => named(metadata.namespace ?? '', metadata.name ?? '')

const ownershipTerm = (object: KubeObject): string => {
  const controller = controllerOf(object)
  return controller ? controlledBy(controller.uid) : orphanedIn(object.metadata.namespace ?? '')
}

/** The objects of all clusters that several controllers look up, each kept once. */
export interface WorkloadIndexes {
  readonly pods: ObjectIndex<Pod>
  readonly replicaSets: ObjectIndex<ReplicaSet>
  readonly replicationControllers: ObjectIndex<ReplicationController>
  readonly deployments: ObjectIndex<Deployment>
  readonly statefulSets: ObjectIndex<StatefulSet>
  readonly daemonSets: ObjectIndex<DaemonSet>
  readonly jobs: ObjectIndex<Job>
  readonly nodes: ObjectIndex<Node>
  readonly services: ObjectIndex<Service>
  readonly endpointSlices: ObjectIndex<EndpointSlice>
  readonly disruptionBudgets: ObjectIndex<PodDisruptionBudget>
  readonly revisions: ObjectIndex<ControllerRevision>
}

export const createWorkloadIndexes = (): WorkloadIndexes => ({
  pods: new ObjectIndex<Pod>(PODS, (pod) => [
    ...namespaceTerms(pod),
    ownershipTerm(pod),
    ...(pod.spec?.nodeName ? [onNode(pod.spec.nodeName)] : []),
    ...claimNames(pod).map((name) => usingClaim(pod.metadata.namespace ?? '', name)),
  ]),
  replicaSets: new ObjectIndex<ReplicaSet>(REPLICA_SETS, (set) => [...namespaceTerms(set), ownershipTerm(set)]),
  replicationControllers: new ObjectIndex<ReplicationController>(REPLICATION_CONTROLLERS, namespaceTerms),
  deployments: new ObjectIndex<Deployment>(DEPLOYMENTS, namespaceTerms),
  statefulSets: new ObjectIndex<StatefulSet>(STATEFUL_SETS, namespaceTerms),
  daemonSets: new ObjectIndex<DaemonSet>(DAEMON_SETS, (set) => [...namespaceTerms(set), ANYWHERE]),
  jobs: new ObjectIndex<Job>(JOBS, (job) => [...namespaceTerms(job), ownershipTerm(job)]),
  nodes: new ObjectIndex<Node>(NODES, () => [ANYWHERE]),
  services: new ObjectIndex<Service>(SERVICES, (service) => [...namespaceTerms(service), namedTerm(service)]),
  endpointSlices: new ObjectIndex<EndpointSlice>(ENDPOINT_SLICES, (slice) => [ownershipTerm(slice)]),
  disruptionBudgets: new ObjectIndex<PodDisruptionBudget>(DISRUPTION_BUDGETS, namespaceTerms),
  revisions: new ObjectIndex<ControllerRevision>(CONTROLLER_REVISIONS, (revision) => [ownershipTerm(revision)]),
})

/** What an object controls or could, from an index that knows controllers. */
export const candidatesFor = <T extends KubeObject>(
  index: ObjectIndex<T>,
  clusterId: string,
  { metadata }: KubeObject,
): Candidates<T> => ({
  owned: index.find(clusterId, controlledBy(metadata.uid ?? '')),
  orphans: index.find(clusterId, orphanedIn(metadata.namespace ?? '')),
})
