import { HostedCluster, Namespace, NodePool, Secret } from '@skep/api'
import type { Client, Manifest } from '@skep/client'

/** The cluster of the demonstration, by name. */
export interface DemoOrder {
  readonly namespace: string
  /** Of the HostedCluster, and of the ManagedCluster that comes with it. */
  readonly name: string
}

/** Releases before and after the upgrade. Nobody asks the registry. */
export const RELEASE = { first: '4.18.9', next: '4.19.3' } as const

/** The image of a release. */
export const imageOf = (version: string): string => `registry.example.com/ocp-release:${version}-multi`

/** A node pool of the demonstration. */
export interface DemoPool {
  readonly name: string
  readonly replicas: number
  readonly cores: number
  readonly memory: string
  /** Machines of the new release for those of the old one, or the same machines with the new release on them. */
  readonly upgradeType: 'Replace' | 'InPlace'
}

/** Two pools that differ in size and in the way of their upgrades. */
export const POOLS = {
  small: { name: 'small', replicas: 2, cores: 2, memory: '8Gi', upgradeType: 'Replace' },
  large: { name: 'large', replicas: 1, cores: 8, memory: '32Gi', upgradeType: 'InPlace' },
} as const satisfies Record<string, DemoPool>

/** A suffix makes names that nobody uses yet. */
export const orderNamed = (suffix: string): DemoOrder => ({ namespace: `hosted-${suffix}`, name: `demo-${suffix}` })

/** Orders the cluster and its pools, in a namespace of their own. */
export async function placeOrder(management: Client, order: DemoOrder): Promise<void> {
  const { namespace, name } = order
  await management.create(Namespace, { metadata: { name: namespace } })
  await management.create(Secret, {
    metadata: { namespace, name: 'pull' },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': '{"auths":{}}' },
  })
  await management.apply(HostedCluster, { metadata: { namespace, name }, spec: hostedClusterSpec(name) })
  for (const pool of Object.values(POOLS)) {
    await management.apply(NodePool, { metadata: { namespace, name: pool.name }, spec: nodePoolSpec(name, pool) })
  }
}

function hostedClusterSpec(name: string): Manifest<HostedCluster>['spec'] {
  const baseDomain = 'example.com'
  const published = (service: 'APIServer' | 'OAuthServer' | 'Konnectivity' | 'Ignition') => {
    const hostname = `${service.toLowerCase()}.${name}.${baseDomain}`
    return { service, servicePublishingStrategy: { type: 'Route' as const, route: { hostname } } }
  }
  return {
    release: { image: imageOf(RELEASE.first) },
    dns: { baseDomain },
    pullSecret: { name: 'pull' },
    platform: { type: 'KubeVirt', kubevirt: {} },
    services: [published('APIServer'), published('OAuthServer'), published('Konnectivity'), published('Ignition')],
  }
}

const nodePoolSpec = (
  clusterName: string,
  { replicas, cores, memory, upgradeType }: DemoPool,
): Manifest<NodePool>['spec'] => ({
  clusterName,
  replicas,
  release: { image: imageOf(RELEASE.first) },
  management: { upgradeType },
  platform: { type: 'KubeVirt', kubevirt: { compute: { cores, memory } } },
})
