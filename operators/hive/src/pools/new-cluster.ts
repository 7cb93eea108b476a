import {
  ClusterDeployment,
  ClusterDeploymentCustomization,
  type ClusterPool,
  HiveMachinePool,
  type HivePlatform,
  type MachinePoolPlatform,
  Namespace,
  Secret,
} from '@skep/api'
import type { Client, Draft, Stored } from '@skep/client'
import type { JsonObject } from '@skep/schema'
import { keep } from '../full/objects.ts'
import { platformOf } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'
import type { PoolDeployment } from './clusters.ts'
import type { ClusterMaterials } from './dependencies.ts'
import { POOL_WORKERS } from './install-config.ts'
import { POOL_LABELS } from './names.ts'

/** Everything that a new cluster of a pool is made of. */
export interface NewCluster extends ClusterMaterials {
  readonly pool: Stored<ClusterPool>
  /** Of the cluster and of its namespace. */
  readonly name: string
  readonly version: string
  readonly powerState: 'Running' | 'Hibernating'
  readonly installConfig: JsonObject
  /** Entry of the inventory that it is made with. */
  readonly entry?: Stored<ClusterDeploymentCustomization> | undefined
  /** Customization of all clusters of the pool. */
  readonly common?: Stored<ClusterDeploymentCustomization> | undefined
}

/** Makes the namespace of a cluster, and everything in it. The order for the cluster comes last, when all is there. */
export async function createCluster(client: Client, cluster: NewCluster): Promise<PoolDeployment> {
  const { pool, name } = cluster
  await client.create(Namespace, { metadata: { name, labels: { [POOL_LABELS.namespaceOf]: pool.metadata.name } } })
  for (const secret of secretsOf(cluster)) await client.create(Secret, secret)
  for (const { metadata, spec } of [cluster.entry, cluster.common].filter((entry) => entry !== undefined)) {
    const copied = { ...keep(metadata, 'name', 'labels', 'annotations'), namespace: name }
    await client.create(ClusterDeploymentCustomization, { metadata: copied, spec })
  }
  const machines = machinesOf(pool.spec.platform)
  if (!pool.spec.skipMachinePools && machines) await client.create(HiveMachinePool, machinePoolOf(name, machines))
  return client.create(ClusterDeployment, deploymentOf(cluster))
}

function secretsOf({ name, pool, installConfig, pullSecret, credentials, certificates }: NewCluster): Draft<Secret>[] {
  const named = (suffix: string) => ({ namespace: name, name: `${name}-${suffix}` })
  const platform = platformOf(pool.spec.platform)
  const copy = (suffix: string, { data, type }: Stored<Secret>) => ({
    metadata: named(suffix),
    ...(data ? { data } : {}),
    ...(type ? { type } : {}),
  })
  return [
    { metadata: named('install-config'), stringData: { 'install-config.yaml': JSON.stringify(installConfig) } },
    ...(pullSecret === undefined ? [] : [pullSecretOf(named('pull-secret'), pullSecret)]),
    ...(credentials ? [copy(`${platform}-creds`, credentials)] : []),
    ...(certificates ? [copy(`${platform}-certs`, certificates)] : []),
  ]
}

const pullSecretOf = (metadata: { namespace: string; name: string }, text: string): Draft<Secret> => ({
  metadata,
  type: 'kubernetes.io/dockerconfigjson',
  stringData: { '.dockerconfigjson': text },
})

function deploymentOf(cluster: NewCluster): Draft<ClusterDeployment> {
  const { pool, name, version, powerState, pullSecret, entry, common } = cluster
  const { labels, annotations, baseDomain, imageSetRef, installerEnv } = pool.spec
  const { namespace = '', name: poolName } = pool.metadata
  return {
    metadata: {
      namespace: name,
      name,
      labels: { ...labels, [POOL_LABELS.poolNamespace]: namespace, [POOL_LABELS.poolName]: poolName },
      annotations: { ...annotations, [ANNOTATIONS.clusterPoolSpecHash]: version },
    },
    spec: {
      clusterName: name,
      baseDomain,
      platform: ownSecrets(pool.spec.platform, name),
      powerState,
      ...keep(pool.spec, 'hibernateAfter', 'installAttemptsLimit'),
      ...(pullSecret === undefined ? {} : { pullSecretRef: { name: `${name}-pull-secret` } }),
      clusterPoolRef: {
        namespace,
        poolName,
        ...(entry ? { clusterDeploymentCustomization: { name: entry.metadata.name } } : {}),
      },
      provisioning: {
        imageSetRef,
        installConfigSecretRef: { name: `${name}-install-config` },
        ...(installerEnv ? { installerEnv } : {}),
        ...(common ? { customizationRef: { name: common.metadata.name } } : {}),
      },
    },
  }
}

/** The platform of the pool with the cluster's own copies of Secrets. */
function ownSecrets(platform: HivePlatform, name: string): HivePlatform {
  const { aws, azure, gcp, openstack, vsphere } = platform
  const credentials = (kind: string) => ({ credentialsSecretRef: { name: `${name}-${kind}-creds` } })
  return {
    ...(aws ? { aws: { ...aws, ...(aws.credentialsSecretRef?.name ? credentials('aws') : {}) } } : {}),
    ...(azure ? { azure: { ...azure, ...credentials('azure') } } : {}),
    ...(gcp ? { gcp: { ...gcp, ...credentials('gcp') } } : {}),
    ...(openstack ? { openstack: { ...openstack, ...credentials('openstack') } } : {}),
    ...(vsphere
      ? {
          vsphere: {
            ...vsphere,
            ...credentials('vsphere'),
            certificatesSecretRef: { name: `${name}-vsphere-certs` },
          },
        }
      : {}),
  }
}

const machinePoolOf = (name: string, platform: MachinePoolPlatform): Draft<HiveMachinePool> => ({
  metadata: { namespace: name, name: `${name}-worker` },
  spec: { clusterDeploymentRef: { name }, name: 'worker', replicas: POOL_WORKERS, platform },
})

/** Workers as they are where nobody says what they shall be. */
function machinesOf({ aws, azure, gcp, openstack, vsphere }: HivePlatform): MachinePoolPlatform | undefined {
  if (aws) return { aws: { type: 'm6a.xlarge', rootVolume: { size: 120, type: 'gp3' } } }
  if (azure) return { azure: { type: 'Standard_D2s_v3', osDisk: { diskSizeGB: 128 } } }
  if (gcp) return { gcp: { type: 'n1-standard-4' } }
  if (openstack) return { openstack: { flavor: 'm1.large' } }
  if (vsphere) return { vsphere: { cpus: 2, coresPerSocket: 1, memoryMB: 8192, osDisk: { diskSizeGB: 120 } } }
  return undefined
}
