import type { OpenShiftInfrastructure } from '@skep/api'
import type { ControlPlane } from '../control-planes.ts'
import { clusterDomain } from './cluster-domain.ts'

/** What the cluster is told of what it runs on. */
export function infrastructureOf(
  controlPlane: ControlPlane,
): Pick<OpenShiftInfrastructure, 'spec'> & { status: NonNullable<OpenShiftInfrastructure['status']> } {
  const { spec } = controlPlane
  const { type } = spec.platform
  return {
    spec: { platformSpec: { type } },
    status: {
      infrastructureName: spec.infraID,
      ...addressesOf(controlPlane),
      etcdDiscoveryDomain: clusterDomain(controlPlane),
      controlPlaneTopology: 'External',
      infrastructureTopology: spec.infrastructureAvailabilityPolicy,
      cpuPartitioning: 'None',
      platform: type,
      platformStatus: { type, ...platformFacts(controlPlane) },
    },
  }
}

/** Where the API answers; nothing while that is not known. */
function addressesOf({ spec, status }: ControlPlane): { apiServerURL?: string; apiServerInternalURI?: string } {
  const { host, port } = status?.controlPlaneEndpoint ?? {}
  if (!host || !port) return {}
  return {
    apiServerURL: url(spec.kubeAPIServerDNSName || host, port),
    apiServerInternalURI: url(host, port),
  }
}

const url = (host: string, port: number): string => `https://${host.includes(':') ? `[${host}]` : host}:${port}`

function platformFacts({ spec: { platform } }: ControlPlane): object {
  const { aws, azure } = platform
  if (aws) return { aws: { region: aws.region } }
  if (azure) return { azure: { cloudName: azure.cloud, resourceGroupName: azure.resourceGroup } }
  return {}
}
