import type { HostedCluster, NodePool } from '@skep/api'
import type { Random } from '@skep/base'
import { newGenerateId } from '../hosted-cluster/kubevirt-defaults.ts'
import { NEWEST_RELEASE_IMAGE } from '../releases/index.ts'

type HostedClusterSpec = HostedCluster['spec']
type NodePoolSpec = NodePool['spec']

/** How services are published where virtual machines are the nodes. */
const KUBEVIRT_SERVICES: HostedClusterSpec['services'] = [
  { service: 'APIServer', servicePublishingStrategy: { type: 'LoadBalancer' } },
  { service: 'OAuthServer', servicePublishingStrategy: { type: 'Route' } },
  { service: 'Konnectivity', servicePublishingStrategy: { type: 'Route' } },
  { service: 'Ignition', servicePublishingStrategy: { type: 'Route' } },
]

/** A spec as it was sent: what is required may still be missing. */
type Sent<T> = { [K in keyof T]?: T[K] }

/** What a new hosted cluster leaves open that the schema cannot fill in. */
export function defaultHostedCluster(spec: Sent<HostedClusterSpec>, random: Random): Sent<HostedClusterSpec> {
  const { release, networking, platform } = spec
  return {
    ...spec,
    release: release?.image ? release : { ...release, image: NEWEST_RELEASE_IMAGE },
    ...(networking ? { networking: { allocateNodeCIDRs: 'Disabled', ...networking } } : {}),
    ...(platform?.type === 'KubeVirt' ? defaultKubevirtCluster(spec, platform, random) : {}),
  }
}

function defaultKubevirtCluster(
  { dns, services = [] }: Sent<HostedClusterSpec>,
  platform: HostedClusterSpec['platform'],
  random: Random,
): Sent<HostedClusterSpec> {
  const { kubevirt } = platform
  const missing = KUBEVIRT_SERVICES.filter(({ service }) => !services.some((given) => given.service === service))
  return {
    services: [...services, ...missing],
    platform: {
      ...platform,
      kubevirt: {
        ...kubevirt,
        generateID: kubevirt?.generateID || newGenerateId(random),
        ...(dns?.baseDomain ? {} : { baseDomainPassthrough: true }),
      },
    },
  }
}

/** What a new pool of nodes leaves open; its release is that of its hosted cluster, where that is known. */
export function defaultNodePool(spec: Sent<NodePoolSpec>, clusterImage: string | undefined): Sent<NodePoolSpec> {
  const { release, platform, management } = spec
  const image = release?.image || clusterImage
  const isKubevirt = platform?.type === 'KubeVirt'
  return {
    ...spec,
    ...(image === undefined ? {} : { release: { ...release, image } }),
    ...(isKubevirt && platform.kubevirt === undefined
      ? // The schema fills in the rest.
        { platform: { ...platform, kubevirt: {} as NonNullable<NodePoolSpec['platform']['kubevirt']> } }
      : {}),
    ...(isKubevirt && !management?.upgradeType
      ? { management: { autoRepair: false, replace: {}, ...management, upgradeType: 'Replace' as const } }
      : {}),
  }
}
