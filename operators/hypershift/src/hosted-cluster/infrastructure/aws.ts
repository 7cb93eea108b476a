import { AwsCluster, type HostedCluster } from '@skep/api'
import { Mistake } from '@skep/controller'
import { writeSecret } from '../copies/copy.ts'
import { ensure } from '../ensure.ts'
import { ANNOTATIONS } from '../keys.ts'
import type { Scope } from '../scope.ts'
import { endpointOf, type Platform } from './platform.ts'
import { ensureReady } from './ready.ts'

type AwsSpec = NonNullable<HostedCluster['spec']['platform']['aws']>

const TOKEN_FILE = '/var/run/secrets/openshift/serviceaccount/token'

/** Which role each Secret with credentials is for. */
const CREDENTIALS: Readonly<Record<string, keyof AwsSpec['rolesRef']>> = {
  'cloud-controller-creds': 'kubeCloudControllerARN',
  'node-management-creds': 'nodePoolManagementARN',
  'control-plane-operator-creds': 'controlPlaneOperatorARN',
  'cloud-network-config-controller-creds': 'networkARN',
  'ebs-cloud-credentials': 'storageARN',
}

function awsOf({ hostedCluster }: Scope): AwsSpec {
  const { aws } = hostedCluster.spec.platform
  if (!aws) throw new Mistake('AWS cluster needs .spec.platform.aws to be filled')
  return aws
}

/** Machines of AWS. */
export const awsPlatform: Platform = {
  providerImage: 'aws-cluster-api-controllers',
  ensureCredentials: async (scope) => {
    const { region, rolesRef } = awsOf(scope)
    const kmsRole = scope.hostedCluster.spec.secretEncryption?.kms?.aws?.auth.awsKms
    const roles = {
      ...Object.fromEntries(Object.entries(CREDENTIALS).map(([name, role]) => [name, rolesRef[role]])),
      ...(kmsRole ? { 'kms-creds': kmsRole } : {}),
    }
    for (const [name, role] of Object.entries(roles)) {
      await writeSecret(scope, name, { data: { credentials: credentialsOf(name, role, region) } })
    }
  },
  ensureInfrastructure: async (scope) => ({ kind: AwsCluster, object: await ensureAwsCluster(scope) }),
}

function credentialsOf(name: string, role: string, region: string): string {
  if (!role || !region)
    throw new Mistake(`failed to build cloud credentials secret ${name}: role and region must be set`)
  const lines = ['[default]', `role_arn = ${role}`, `web_identity_token_file = ${TOKEN_FILE}`]
  const text = [...lines, 'sts_regional_endpoints = regional', `region = ${region}`, ''].join('\n')
  return Buffer.from(text).toString('base64')
}

async function ensureAwsCluster(scope: Scope) {
  const { parts, namespace, hostedCluster } = scope
  const ref = { namespace, name: hostedCluster.metadata.name }
  const { region, cloudProviderConfig, resourceTags = [] } = awsOf(scope)
  const endpoint = endpointOf(scope)
  const cluster = await ensure(parts.client, AwsCluster, parts.reads.awsClusters.get(ref), {
    metadata: { ...ref, annotations: { [ANNOTATIONS.clusterApiManagedBy]: 'external' } },
    spec: {
      region,
      ...(endpoint ? { controlPlaneEndpoint: endpoint } : {}),
      ...(cloudProviderConfig ? { network: { vpc: { id: cloudProviderConfig.vpc } } } : {}),
      ...(resourceTags.length > 0
        ? { additionalTags: Object.fromEntries(resourceTags.map(({ key, value }) => [key, value])) }
        : {}),
    },
  })
  return ensureReady(parts.client, AwsCluster, cluster)
}
