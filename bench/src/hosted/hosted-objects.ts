/** An object and where it is created. */
export interface Creation {
  readonly path: string
  readonly object: object
}

/** So many nodes has each cluster. */
export const NODES = 3

const RELEASE = 'img.example/ocp-release:4.19.3-multi'
const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555'
const TENANT = '99999999-2222-3333-4444-555555555555'
const NETWORK = `/subscriptions/${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`
const API_VERSION = 'hypershift.openshift.io/v1beta1'
const HYPERSHIFT = `/apis/${API_VERSION}`

/** Where hosted clusters and their node pools are, in all namespaces. */
export const HOSTED_CLUSTERS = `${HYPERSHIFT}/hostedclusters`
export const NODE_POOLS = `${HYPERSHIFT}/nodepools`

/** Every cluster has a namespace of its own, as the services have it that order them. */
export const namespaceOf = (index: number): string => `bench-${String(index).padStart(5, '0')}`
const nameOf = (index: number): string => `c${index}`

/** Where the hosted cluster of that number is. */
export const hostedClusterPath = (index: number): string =>
  `${HYPERSHIFT}/namespaces/${namespaceOf(index)}/hostedclusters/${nameOf(index)}`

/** Where its kubeconfig is. */
export const kubeconfigPath = (index: number): string =>
  `/api/v1/namespaces/${namespaceOf(index)}/secrets/${nameOf(index)}-admin-kubeconfig`

/** Everything that has to be there for a hosted cluster with its nodes, in order. */
export function hostedClusterCreations(index: number): Creation[] {
  const namespace = namespaceOf(index)
  const below = (path: string) => path.replace(/(v1|v1beta1)\//, `$1/namespaces/${namespace}/`)
  return [
    { path: '/api/v1/namespaces', object: { metadata: { name: namespace } } },
    { path: below('/api/v1/secrets'), object: PULL_SECRET },
    { path: below(HOSTED_CLUSTERS), object: hostedCluster(index) },
    { path: below(NODE_POOLS), object: nodePool(index) },
  ]
}

const PULL_SECRET = {
  metadata: { name: 'pull-secret' },
  type: 'kubernetes.io/dockerconfigjson',
  data: { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') },
}

const hostedCluster = (index: number) => ({
  apiVersion: API_VERSION,
  kind: 'HostedCluster',
  metadata: { name: nameOf(index) },
  spec: clusterSpec(index),
})

const nodePool = (index: number) => ({
  apiVersion: API_VERSION,
  kind: 'NodePool',
  metadata: { name: 'workers' },
  spec: poolSpec(index),
})

const clusterSpec = (index: number) => ({
  release: { image: RELEASE },
  clusterID: `0f8b1f0e-0d5c-4d8e-9f3a-${String(index).padStart(12, '0')}`,
  infraID: `${nameOf(index)}-x7k2p`,
  dns: { baseDomain: 'hcp.example.net' },
  pullSecret: { name: PULL_SECRET.metadata.name },
  platform: { type: 'Azure', azure: AZURE },
  services: [
    route('APIServer', `api.${nameOf(index)}.hcp.example.net`),
    route('OAuthServer', `oauth.${nameOf(index)}.hcp.example.net`),
    route('Konnectivity', `konnectivity.${nameOf(index)}.hcp.example.net`),
    route('Ignition', `ignition.${nameOf(index)}.hcp.example.net`),
  ],
})

const poolSpec = (index: number) => ({
  clusterName: nameOf(index),
  replicas: NODES,
  release: { image: RELEASE },
  management: { upgradeType: 'Replace', autoRepair: true },
  platform: {
    type: 'Azure',
    azure: {
      vmSize: 'Standard_D8s_v3',
      image: { type: 'AzureMarketplace' },
      osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
      subnetID: SUBNET,
    },
  },
})

const route = (service: string, hostname: string) => ({
  service,
  servicePublishingStrategy: { type: 'Route', route: { hostname } },
})

const identity = (name: string) => ({ credentialsSecretName: name, objectEncoding: 'utf-8' })

const AZURE = {
  location: 'uksouth',
  resourceGroup: 'managed-rg',
  subscriptionID: SUBSCRIPTION,
  tenantID: TENANT,
  vnetID: `${NETWORK}/virtualNetworks/v1`,
  subnetID: SUBNET,
  securityGroupID: `${NETWORK}/networkSecurityGroups/n1`,
  azureAuthenticationConfig: {
    azureAuthenticationConfigType: 'ManagedIdentities',
    managedIdentities: {
      controlPlane: {
        managedIdentitiesKeyVault: { name: 'kv1', tenantID: TENANT },
        cloudProvider: identity('cp'),
        nodePoolManagement: identity('np'),
        controlPlaneOperator: identity('cpo'),
        ingress: identity('ing'),
        network: identity('net'),
        disk: identity('disk'),
        file: identity('file'),
      },
      dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
    },
  },
}
