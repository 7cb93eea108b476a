import type { HostedCluster, NodePool } from '@skep/api'

const SUBSCRIPTION = '/subscriptions/11111111-2222-3333-4444-555555555555'
const NETWORK = `${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`
const RELEASE = { image: 'img.example/ocp-release:4.19.3-multi' }

const secret = (credentialsSecretName: string) => ({ credentialsSecretName, objectEncoding: 'utf-8' })

const AZURE = {
  location: 'uksouth',
  resourceGroup: 'demo-rg',
  subscriptionID: '11111111-2222-3333-4444-555555555555',
  tenantID: '99999999-2222-3333-4444-555555555555',
  vnetID: `${NETWORK}/virtualNetworks/v1`,
  subnetID: SUBNET,
  securityGroupID: `${NETWORK}/networkSecurityGroups/n1`,
  azureAuthenticationConfig: {
    azureAuthenticationConfigType: 'ManagedIdentities',
    managedIdentities: {
      controlPlane: {
        managedIdentitiesKeyVault: { name: 'kv1', tenantID: '99999999-2222-3333-4444-555555555555' },
        cloudProvider: secret('cp'),
        nodePoolManagement: secret('np'),
        controlPlaneOperator: secret('cpo'),
        ingress: secret('ing'),
        network: secret('net'),
        disk: secret('disk'),
        file: secret('file'),
      },
      dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
    },
  },
}

/** How the services of a hosted cluster are reached, by their names. */
const byRoutes = ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
  service,
  servicePublishingStrategy: { type: 'Route', route: { hostname: `${service.toLowerCase()}.demo.example.net` } },
}))

const CLUSTERS = {
  Azure: { type: 'Azure', azure: AZURE },
  Agent: { type: 'Agent', agent: { agentNamespace: 'agents' } },
} as const

const POOLS = {
  Azure: {
    type: 'Azure',
    azure: {
      vmSize: 'Standard_D8s_v3',
      image: { type: 'AzureMarketplace' },
      osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
      subnetID: SUBNET,
    },
  },
  Agent: { type: 'Agent', agent: {} },
} as const

/** The platforms that tests know. */
export type PlatformName = keyof typeof CLUSTERS

/** Spec of a hosted cluster. What it leaves out has a default, which the type does not know. */
export const hostedClusterSpec = (platform: PlatformName, changes: object = {}): HostedCluster['spec'] =>
  ({
    release: RELEASE,
    dns: { baseDomain: 'example.net' },
    pullSecret: { name: 'demo-pull' },
    platform: CLUSTERS[platform],
    services: byRoutes,
    ...changes,
  }) as unknown as HostedCluster['spec']

/** Spec of a pool of one node. */
export const nodePoolSpec = (platform: PlatformName): NodePool['spec'] =>
  ({
    clusterName: 'demo',
    replicas: 1,
    release: RELEASE,
    management: { upgradeType: 'Replace' },
    platform: POOLS[platform],
  }) as unknown as NodePool['spec']
