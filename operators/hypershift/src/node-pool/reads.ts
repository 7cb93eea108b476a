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
import type { ClientKind, IndexFunction, Informer, ObjectRef, Stored } from '@skep/client'
import { type Manager, newestCopies } from '@skep/controller'
import { controlPlaneNamespace, NODE_POOL_ANNOTATION } from '../naming.ts'
import { CORE_IGNITION_LABEL } from './annotations.ts'
import { TEMPLATE_KINDS } from './platforms.ts'

/** Copies of what node pools are decided by, and the ways to find it. What they give is shared and frozen. */
export interface PoolReads {
  readonly pools: Informer<NodePool>
  readonly hostedClusters: Informer<HostedCluster>
  readonly secrets: Informer<Secret>
  readonly configMaps: Informer<ConfigMap>
  readonly machines: Informer<ClusterApiMachine>
  readonly machineSets: Informer<ClusterApiMachineSet>
  readonly machineDeployments: Informer<MachineDeployment>
  readonly healthChecks: Informer<MachineHealthCheck>
  readonly kubevirtMachines: Informer<KubevirtMachine>
  /** Templates of machines, by platform. */
  readonly templates: ReadonlyMap<string, Informer>
  /** A pool as it was a moment ago, or as it was last written here, whatever is newer. */
  pool(ref: ObjectRef): Stored<NodePool> | undefined
  /** Remembers what was just written until the watch has brought it, so that nobody works on what was before. */
  keepPool(written: Stored<NodePool>): void
}

/** Names of the indexes. */
export const INDEX = {
  /** By `NAMESPACE/NAME` of the pool that something was made for. */
  pool: 'nodePool',
  /** Pools by `NAMESPACE/NAME` of their hosted cluster. */
  cluster: 'hostedCluster',
  /** Pools by the namespace of their control plane. */
  controlPlane: 'controlPlane',
  /** Pools by `NAMESPACE/NAME` of ConfigMaps that they name. */
  config: 'config',
  /** Hosted clusters by `NAMESPACE/NAME` of their pull secret. */
  pullSecret: 'pullSecret',
  /** ConfigMaps for all nodes of a hosted cluster, by the namespace of its control plane. */
  coreConfig: 'coreIgnitionConfig',
} as const

/** `NAMESPACE/NAME` of the pool that an object was made for. */
export const poolKeyOf = ({ metadata }: { metadata: { annotations?: Record<string, string> } }): string | undefined =>
  metadata.annotations?.[NODE_POOL_ANNOTATION]

const byPool: IndexFunction = (object) => {
  const key = poolKeyOf(object)
  return key === undefined ? [] : [key]
}

const inNamespaceOf = ({ metadata: { namespace } }: Stored, name: string): string => `${namespace}/${name}`

/** Reads from the copies of a manager. */
export function createPoolReads(manager: Manager): PoolReads {
  const informers = manager.informersOf()
  const made = <T extends Stored>(kind: ClientKind<T>) => informers.of(kind, { indexes: { [INDEX.pool]: byPool } })
  const pools = informers.of(NodePool, {
    indexes: {
      [INDEX.cluster]: (pool) => [inNamespaceOf(pool, pool.spec.clusterName)],
      [INDEX.controlPlane]: ({ metadata, spec }) => [controlPlaneOf(metadata, spec.clusterName)],
      [INDEX.config]: (pool) =>
        [...(pool.spec.config ?? []), ...(pool.spec.tuningConfig ?? [])].map(({ name }) => inNamespaceOf(pool, name)),
    },
  })
  const copies = newestCopies(pools)
  return {
    pools,
    hostedClusters: informers.of(HostedCluster, {
      indexes: { [INDEX.pullSecret]: (hosted) => [inNamespaceOf(hosted, hosted.spec.pullSecret.name)] },
    }),
    secrets: informers.of(Secret, { indexes: { [INDEX.pool]: byPool } }),
    configMaps: informers.of(ConfigMap, {
      indexes: {
        [INDEX.pool]: byPool,
        [INDEX.coreConfig]: ({ metadata }) =>
          metadata.labels?.[CORE_IGNITION_LABEL] === 'true' ? [metadata.namespace ?? ''] : [],
      },
    }),
    machines: informers.of(ClusterApiMachine, { indexes: { [INDEX.pool]: byPool } }),
    machineSets: informers.of(ClusterApiMachineSet, { indexes: { [INDEX.pool]: byPool } }),
    machineDeployments: informers.of(MachineDeployment),
    healthChecks: informers.of(MachineHealthCheck),
    kubevirtMachines: informers.of(KubevirtMachine),
    templates: new Map([...TEMPLATE_KINDS].map(([platform, kind]) => [platform, made(kind as ClientKind<Stored>)])),
    pool: copies.get,
    keepPool: copies.keep,
  }
}

/** Namespace of the control plane that a pool's machines belong to, also when its hosted cluster is gone. */
export const controlPlaneOf = ({ namespace = '' }: { namespace?: string }, clusterName: string): string =>
  controlPlaneNamespace({ namespace, name: clusterName })
