import type { ClusterDeprovision, HivePlatform } from '@skep/api'
import type { Draft } from '@skep/client'
import type { OwnerReference } from '@skep/schema'
import { LABELS } from '../../labels.ts'
import { keep } from '../objects.ts'
import type { Deployment } from './scope.ts'

type DeprovisionPlatform = NonNullable<ClusterDeprovision['spec']['platform']>

/** The order to remove everything of a cluster. */
export function deprovisionOf(
  { metadata, spec }: Deployment,
  ownerReferences: OwnerReference[],
): Draft<ClusterDeprovision> {
  const { infraID = '', clusterID, metadataJSONSecretRef } = spec.clusterMetadata ?? {}
  return {
    metadata: {
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: { [LABELS.clusterDeploymentName]: metadata.name },
      ownerReferences,
    },
    spec: {
      infraID,
      ...(clusterID ? { clusterID } : {}),
      clusterName: spec.clusterName,
      baseDomain: spec.baseDomain,
      ...(metadataJSONSecretRef ? { metadataJSONSecretRef } : {}),
      platform: deprovisionPlatform(spec.platform, spec.baseDomain),
    },
  }
}

/** What of a platform matters when a cluster is removed from it. */
function deprovisionPlatform(platform: HivePlatform, baseDomain: string): DeprovisionPlatform {
  const { aws, azure, gcp, ibmcloud, nutanix, openstack, vsphere } = platform
  if (aws) return { aws: keep(aws, 'region', 'credentialsSecretRef', 'credentialsAssumeRole') }
  if (azure) return { azure: keep(azure, 'credentialsSecretRef', 'cloudName', 'baseDomainResourceGroupName') }
  if (gcp) return { gcp: keep(gcp, 'region', 'credentialsSecretRef') }
  if (ibmcloud) return { ibmcloud: { ...keep(ibmcloud, 'region', 'credentialsSecretRef'), baseDomain } }
  if (nutanix) return { nutanix: keep(nutanix, 'prismCentral', 'credentialsSecretRef', 'certificatesSecretRef') }
  if (openstack) return { openstack: keep(openstack, 'cloud', 'credentialsSecretRef', 'certificatesSecretRef') }
  if (vsphere) return { vsphere: keep(vsphere, 'vCenter', 'credentialsSecretRef', 'certificatesSecretRef') }
  return {}
}
