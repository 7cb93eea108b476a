import { HostedCluster, ManifestWork, Namespace, NodePool, Secret } from '@skep/api'
import type { Client, ClientKind, DynamicObject, Manifest } from '@skep/client'
import { asJson } from '@skep/schema'
import { PLATFORMS } from './platforms.ts'

/** Releases that clusters begin with, and are upgraded to. */
export const FIRST_VERSION = '4.19.3'
export const NEXT_VERSION = '4.19.4'

/** Where works are brought from. */
export const HUB_NAMESPACE = 'local-cluster'

/** One hosted cluster with a pool of nodes, and how it is ordered. */
export interface ChaosCluster {
  readonly name: string
  /** Where it is ordered; each has a namespace of its own. */
  readonly namespace: string
  /** Whether a ManifestWork brings it. */
  readonly byWork: boolean
  readonly platform: keyof typeof PLATFORMS
  readonly upgradeType: 'Replace' | 'InPlace'
  readonly replicas: number
}

/** What clusters differ in. */
export const VARIANTS = [
  { platform: 'Azure', byWork: false, upgradeType: 'Replace' },
  { platform: 'Azure', byWork: false, upgradeType: 'InPlace' },
  { platform: 'Azure', byWork: true, upgradeType: 'Replace' },
  { platform: 'AWS', byWork: false, upgradeType: 'Replace' },
  { platform: 'KubeVirt', byWork: true, upgradeType: 'Replace' },
] as const

/** Cluster of that number, of one variant after the other. */
export function chaosCluster(prefix: string, index: number): ChaosCluster {
  const name = `${prefix}-${String(index).padStart(3, '0')}`
  return { name, namespace: `order-${name}`, replicas: 2, ...VARIANTS[index % VARIANTS.length]! }
}

/** Asks for a cluster of a version, whether it is there or not. */
export async function orderCluster(client: Client, cluster: ChaosCluster, version: string): Promise<void> {
  const orders = ordersOf(cluster, version)
  if (cluster.byWork) await client.apply(ManifestWork, workOf(cluster, orders))
  else for (const { kind, object } of orders) await client.apply(kind, object)
}

/** Gives a cluster up, with everything that was ordered for it. */
export async function giveUpCluster(client: Client, { name, namespace, byWork }: ChaosCluster): Promise<void> {
  if (byWork) await client.delete(ManifestWork, { namespace: HUB_NAMESPACE, name })
  else {
    await client.delete(HostedCluster, { namespace, name })
    await client.delete(Namespace, { name: namespace })
  }
}

interface Order {
  readonly kind: ClientKind
  readonly object: Manifest<DynamicObject>
}

function ordersOf({ name, namespace, platform, replicas, upgradeType }: ChaosCluster, version: string): Order[] {
  const release = { image: `img.example/ocp-release:${version}-multi` }
  const hostedCluster = {
    release,
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'pull-secret' },
    controllerAvailabilityPolicy: 'SingleReplica',
    platform: PLATFORMS[platform].cluster,
    services: ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
      service,
      servicePublishingStrategy: { type: 'Route', route: { hostname: `${service.toLowerCase()}.${name}.example.net` } },
    })),
  }
  const nodePool = {
    release,
    clusterName: name,
    replicas,
    management: { upgradeType, autoRepair: true },
    platform: PLATFORMS[platform].pool,
  }
  return [
    order(Namespace, { metadata: { name: namespace } }),
    order(Secret, { metadata: { namespace, name: 'pull-secret' }, type: 'kubernetes.io/dockerconfigjson', data: PULL }),
    order(HostedCluster, { metadata: { namespace, name }, spec: hostedCluster }),
    order(NodePool, { metadata: { namespace, name }, spec: nodePool }),
  ]
}

const PULL = { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') }

const order = (kind: ClientKind, object: Manifest<DynamicObject>): Order => ({ kind, object })

const workOf = ({ name, namespace }: ChaosCluster, orders: readonly Order[]) => ({
  metadata: { namespace: HUB_NAMESPACE, name },
  spec: {
    // An update would take away what the operators have filled in.
    manifestConfigs: [HostedCluster, NodePool].map(({ group, plural: resource }) => ({
      resourceIdentifier: { group, resource, namespace, name },
      updateStrategy: { type: 'ServerSideApply' as const, serverSideApply: { force: true } },
    })),
    workload: {
      manifests: orders.map(({ kind: { group, version, kind }, object }) =>
        asJson({ apiVersion: group === '' ? version : `${group}/${version}`, kind, ...object }),
      ),
    },
  },
})
