import { AzureCluster, AzureClusterIdentity, type HostedCluster } from '@skep/api'
import { Mistake } from '@skep/controller'
import { writeSecret } from '../copies/copy.ts'
import { ensure } from '../ensure.ts'
import { ANNOTATIONS } from '../keys.ts'
import type { Scope } from '../scope.ts'
import { endpointOf, type Platform } from './platform.ts'
import { ensureReady } from './ready.ts'

type AzureSpec = NonNullable<HostedCluster['spec']['platform']['azure']>

const TOKEN_FILE = '/var/run/secrets/openshift/serviceaccount/token'
const CERTIFICATE_PATH = '/mnt/certs/'
/** What the provider calls clouds. */
const CLOUDS: Readonly<Record<string, string>> = {
  AzurePublicCloud: 'public',
  AzureUSGovernmentCloud: 'usgovernment',
  AzureChinaCloud: 'china',
}

function azureOf({ hostedCluster }: Scope): AzureSpec {
  const { azure } = hostedCluster.spec.platform
  if (!azure) throw new Mistake('Azure cluster needs .spec.platform.azure to be filled')
  return azure
}

const workloadIdentitiesOf = (azure: AzureSpec) => azure.azureAuthenticationConfig.workloadIdentities

/** Machines of Azure. */
export const azurePlatform: Platform = {
  providerImage: 'azure-cluster-api-controllers',
  ensureCredentials: async (scope) => {
    const identities = workloadIdentitiesOf(azureOf(scope))
    const clients: Record<string, string | undefined> = {
      'cloud-network-config-controller-creds': identities?.network.clientID,
      ...(identities && {
        'azure-ingress-credentials': identities.ingress.clientID,
        'azure-image-registry-credentials': identities.imageRegistry.clientID,
      }),
    }
    for (const [name, clientId] of Object.entries(clients)) {
      await writeSecret(scope, name, { data: credentialsOf(scope, clientId) })
    }
  },
  ensureInfrastructure: async (scope) => {
    await ensureClusterIdentity(scope)
    return { kind: AzureCluster, object: await ensureAzureCluster(scope) }
  },
}

function credentialsOf(scope: Scope, clientId: string | undefined): Record<string, string> {
  const { metadata, spec } = scope.hostedCluster
  const { location, resourceGroup, subscriptionID, tenantID } = azureOf(scope)
  const values = {
    azure_region: location,
    azure_resource_prefix: `${metadata.name}-${spec.infraID}`,
    azure_resourcegroup: resourceGroup,
    azure_subscription_id: subscriptionID,
    azure_tenant_id: tenantID,
    ...(clientId === undefined ? {} : { azure_client_id: clientId, azure_federated_token_file: TOKEN_FILE }),
  }
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]))
}

async function ensureClusterIdentity(scope: Scope): Promise<void> {
  const { parts, namespace, hostedCluster } = scope
  const ref = { namespace, name: hostedCluster.metadata.name }
  const azure = azureOf(scope)
  const spec = { tenantID: azure.tenantID, allowedNamespaces: { list: [namespace] }, ...identityOf(azure) }
  await ensure(parts.client, AzureClusterIdentity, parts.reads.azureIdentities.get(ref), { metadata: ref, spec })
}

function identityOf(azure: AzureSpec): { type: string } & Record<string, string> {
  const workload = workloadIdentitiesOf(azure)
  if (workload) return { type: 'WorkloadIdentity', clientID: workload.nodePoolManagement.clientID }
  const managed = azure.azureAuthenticationConfig.managedIdentities
  if (!managed) throw new Mistake('no identity is set that may make machines in Azure')
  return {
    type: 'UserAssignedIdentityCredential',
    userAssignedIdentityCredentialsCloudType: CLOUDS[azure.cloud ?? ''] ?? 'public',
    userAssignedIdentityCredentialsPath: `${CERTIFICATE_PATH}${managed.controlPlane.nodePoolManagement.credentialsSecretName}`,
  }
}

async function ensureAzureCluster(scope: Scope) {
  const { parts, namespace, hostedCluster } = scope
  const ref = { namespace, name: hostedCluster.metadata.name }
  const metadata = { ...ref, annotations: { [ANNOTATIONS.clusterApiManagedBy]: 'external' } }
  const wanted = { metadata, spec: azureClusterSpec(scope) }
  const cluster = await ensure(parts.client, AzureCluster, parts.reads.azureClusters.get(ref), wanted)
  return ensureReady(parts.client, AzureCluster, cluster)
}

function azureClusterSpec(scope: Scope) {
  const { namespace, hostedCluster } = scope
  const { location, resourceGroup, subscriptionID, vnetID } = azureOf(scope)
  const loadBalancer = hostedCluster.spec.infraID ?? ''
  const endpoint = endpointOf(scope)
  return {
    location,
    resourceGroup,
    subscriptionID,
    ...(endpoint ? { controlPlaneEndpoint: endpoint } : {}),
    identityRef: { namespace, name: hostedCluster.metadata.name },
    networkSpec: {
      vnet: { id: vnetID, ...vnetOf(vnetID) },
      nodeOutboundLB: { name: loadBalancer, backendPool: { name: loadBalancer } },
    },
  }
}

/** Name and resource group of a network, by its id: `/subscriptions/S/resourceGroups/G/providers/.../virtualNetworks/N`. */
function vnetOf(id: string): { name: string; resourceGroup: string } {
  const [, , , , resourceGroup, , , , name] = id.split('/')
  if (!resourceGroup || !name) throw new Mistake(`failed to parse vnet name from ${JSON.stringify(id)}`)
  return { name, resourceGroup }
}
