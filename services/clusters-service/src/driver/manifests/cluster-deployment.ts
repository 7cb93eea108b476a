import type { ClusterDeployment, HivePlatform, Namespace } from '@skep/api'
import type { Draft } from '@skep/client'
import { usesRoles } from './claims.ts'
import {
  AWS_CREDENTIALS_SECRET,
  GCP_CREDENTIALS_SECRET,
  installConfigSecretName,
  pullSecretName,
  sshSecretName,
} from './names.ts'
import {
  baseDomainOf,
  type ClusterOrder,
  dnsNameOf,
  idLabels,
  isFake,
  nameOf,
  namespaceOf,
  providerOf,
  regionOf,
} from './order.ts'

/** Asks Hive to go through all the motions without a cloud. */
const FAKE_ANNOTATION = 'hive.openshift.io/fake-cluster'

/** The namespace of a cluster. */
export const clusterNamespace = (order: ClusterOrder): Draft<Namespace> => ({
  metadata: { name: namespaceOf(order), labels: idLabels(order) },
})

/** What the cluster is, for those who select by it on the shard. */
export function clusterLabels(order: ClusterOrder): Record<string, string> {
  const { record, environment } = order
  return {
    ...idLabels(order),
    'api.openshift.com/name': nameOf(order),
    'api.openshift.com/environment': environment,
    'api.openshift.com/legal-entity-id': record.organizationId,
    'api.openshift.com/managed': String(record.cluster.managed ?? true),
    'api.openshift.com/channel-group': record.cluster.version?.channel_group ?? 'stable',
    'api.openshift.com/product': record.cluster.product?.id ?? 'osd',
    'cloud-provider': providerOf(order),
  }
}

/** How a deployment is made beside what the cluster says. */
export interface DeploymentOptions {
  /** Labels from the external configuration of the cluster. */
  readonly labels: Readonly<Record<string, string>>
  /** How often Hive tries to install. */
  readonly installAttemptsLimit: number
}

/** The ClusterDeployment from which Hive builds the cluster. */
export function clusterDeployment(order: ClusterOrder, options: DeploymentOptions): Draft<ClusterDeployment> {
  const name = nameOf(order)
  return {
    metadata: {
      namespace: namespaceOf(order),
      name,
      labels: { ...options.labels, ...clusterLabels(order) },
      ...(isFake(order) ? { annotations: { [FAKE_ANNOTATION]: 'true' } } : {}),
    },
    spec: {
      clusterName: dnsNameOf(order),
      baseDomain: baseDomainOf(order),
      platform: platform(order),
      pullSecretRef: { name: pullSecretName(name) },
      installAttemptsLimit: options.installAttemptsLimit,
      provisioning: {
        installConfigSecretRef: { name: installConfigSecretName(name) },
        sshPrivateKeySecretRef: { name: sshSecretName(name) },
        ...imageSet(order),
      },
    },
  }
}

function imageSet({ record }: ClusterOrder): { imageSetRef?: { name: string } } {
  const id = record.cluster.version?.id
  return id === undefined ? {} : { imageSetRef: { name: id } }
}

function platform(order: ClusterOrder): HivePlatform {
  const region = regionOf(order)
  if (providerOf(order) === 'gcp') return { gcp: { region, credentialsSecretRef: { name: GCP_CREDENTIALS_SECRET } } }
  const { aws } = order.record.cluster
  return {
    aws: {
      region,
      ...awsCredentials(order),
      ...(aws?.tags === undefined ? {} : { userTags: aws.tags }),
      ...(aws?.private_link ? { privateLink: { enabled: true } } : {}),
    },
  }
}

function awsCredentials(order: ClusterOrder) {
  const sts = order.record.cluster.aws?.sts
  if (!usesRoles(order)) return { credentialsSecretRef: { name: AWS_CREDENTIALS_SECRET } }
  return {
    credentialsAssumeRole: {
      roleARN: sts?.role_arn ?? '',
      ...(sts?.external_id === undefined ? {} : { externalID: sts.external_id }),
    },
  }
}
