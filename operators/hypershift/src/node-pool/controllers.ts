import {
  ClusterApiMachine,
  ClusterApiMachineSet,
  ConfigMap,
  HostedCluster,
  KubevirtMachine,
  MachineDeployment,
  MachineHealthCheck,
  NodePool,
  Secret,
} from '@skep/api'
import type { Clock } from '@skep/base'
import { type ClientKind, type ObjectChange, type ObjectRef, objectKey, type Stored } from '@skep/client'
import { findCondition, inBursts, type KeysOf, type Source, specChanged, watchOf } from '@skep/controller'
import { asJson, type Json, jsonEqual } from '@skep/schema'
import type { HypershiftParts } from '../contracts.ts'
import { CORE_IGNITION_LABEL } from './annotations.ts'
import { addAutoscaler } from './autoscaler/index.ts'
import { IGNITION_CA_SECRET } from './conditions/ignition-endpoint.ts'
import { TEMPLATE_KINDS } from './platforms.ts'
import { createPoolReads, INDEX, type PoolReads, poolKeyOf } from './reads.ts'
import { nodePoolReconciler } from './reconciler.ts'
import { AZURE_CLOUD_CONFIG } from './tokens/cloud-config.ts'

/** How many pools are worked on at the same time, as upstream. */
const WORKERS = 10

/** Adds the controllers of node pools. Returns how to let go of what the manager does not know of. */
export function addNodePoolControllers(dependencies: HypershiftParts): { stop(): Promise<void> } {
  const reads = createPoolReads(dependencies.manager)
  const parts = { ...dependencies, reads }
  parts.manager.add({
    name: 'nodepool',
    kind: NodePool,
    when: concernsPool,
    watches: sourcesOf(reads, parts.clock),
    workers: WORKERS,
    reconcile: nodePoolReconciler(parts),
  })
  return addAutoscaler(parts)
}

/** What only this controller says in the status needs no other look. */
const concernsPool = (change: ObjectChange<NodePool>): boolean =>
  change.type !== 'updated' || specChanged(change) || !jsonEqual(metadataOf(change.previous), metadataOf(change.object))

const metadataOf = ({ metadata: { annotations, finalizers, ownerReferences } }: Stored): Json =>
  asJson([annotations ?? {}, finalizers ?? [], ownerReferences ?? []])

function sourcesOf(reads: PoolReads, clock: Clock): Source[] {
  const owned: readonly ClientKind[] = [
    MachineDeployment,
    ClusterApiMachineSet,
    ClusterApiMachine,
    MachineHealthCheck,
    KubevirtMachine,
    ...TEMPLATE_KINDS.values(),
  ]
  const poolsOf = (hostedCluster: Stored): ObjectRef[] =>
    reads.pools.find(INDEX.cluster, objectKey(hostedCluster.metadata)).map(({ metadata }) => metadata)
  // Machines and their sets tell of every step, and so does the hosted cluster; a pool sums them up.
  return inBursts(
    clock,
    ...owned.map((kind) => watchOf(kind, ownPool)),
    watchOf(HostedCluster, poolsOf, { when: concernsNodes }),
    watchOf(Secret, (secret) => [...ownPool(secret), ...poolsOfSecret(reads, secret, poolsOf)]),
    watchOf(ConfigMap, (configMap) => [...ownPool(configMap), ...poolsOfConfigMap(reads, configMap)]),
  )
}

/** The pool that an object was made for. */
const ownPool: KeysOf = (object) => {
  const [namespace, name] = (poolKeyOf(object) ?? '').split('/')
  return namespace && name ? [{ namespace, name }] : []
}

function poolsOfSecret(reads: PoolReads, { metadata }: Stored, poolsOf: (hosted: Stored) => ObjectRef[]): ObjectRef[] {
  if (metadata.name === IGNITION_CA_SECRET) return inControlPlane(reads, metadata.namespace)
  return reads.hostedClusters.find(INDEX.pullSecret, objectKey(metadata)).flatMap(poolsOf)
}

function poolsOfConfigMap(reads: PoolReads, { metadata }: Stored): ObjectRef[] {
  const isForAll = metadata.labels?.[CORE_IGNITION_LABEL] === 'true' || metadata.name === AZURE_CLOUD_CONFIG
  if (isForAll) return inControlPlane(reads, metadata.namespace)
  return reads.pools.find(INDEX.config, objectKey(metadata)).map((pool) => pool.metadata)
}

const inControlPlane = (reads: PoolReads, namespace = ''): ObjectRef[] =>
  reads.pools.find(INDEX.controlPlane, namespace).map(({ metadata }) => metadata)

/** Hosted clusters say a lot of themselves; few of it matters to their nodes. */
function concernsNodes(change: ObjectChange<HostedCluster>): boolean {
  if (change.type !== 'updated' || specChanged(change)) return true
  return !jsonEqual(factsForNodes(change.previous), factsForNodes(change.object))
}

const factsForNodes = ({ metadata, status = {} }: Stored<HostedCluster>): Json =>
  asJson([
    metadata.annotations ?? {},
    status.kubeconfig ?? {},
    status.ignitionEndpoint ?? '',
    status.payloadArch ?? '',
    status.platform ?? {},
    status.version?.desired?.version ?? '',
    (status.version?.history ?? []).map(({ state, version, completionTime }) => [
      state,
      version,
      completionTime ?? null,
    ]),
    ...['ExternalDNSReachable', 'AWSDefaultSecurityGroupCreated'].map(
      (type) => findCondition(status.conditions, type)?.status ?? '',
    ),
  ])
