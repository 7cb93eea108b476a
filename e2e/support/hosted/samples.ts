/** An object to apply. */
export interface SampleObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown }
  readonly spec?: object
  readonly [field: string]: unknown
}

/** Where hosted clusters are ordered unless told otherwise. */
export const NAMESPACE = 'ocm-local-2abc'
/** Names a release. */
export const release = (version: string) => ({ image: `img.example/ocp-release:${version}-multi` })

const HYPERSHIFT = { apiVersion: 'hypershift.openshift.io/v1beta1' }
const SUBSCRIPTION = '/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/net/providers'
const TENANT = '99999999-2222-3333-4444-555555555555'
const VNET = `${SUBSCRIPTION}/Microsoft.Network/virtualNetworks/v1`
const SUBNET = `${VNET}/subnets/s1`
const secret = (name: string) => ({ credentialsSecretName: name, objectEncoding: 'utf-8' })

const azure = {
  location: 'uksouth',
  resourceGroup: 'demo-managed-rg',
  subscriptionID: '11111111-2222-3333-4444-555555555555',
  tenantID: TENANT,
  vnetID: VNET,
  subnetID: SUBNET,
  securityGroupID: `${SUBSCRIPTION}/Microsoft.Network/networkSecurityGroups/n1`,
  azureAuthenticationConfig: {
    azureAuthenticationConfigType: 'ManagedIdentities',
    managedIdentities: {
      controlPlane: {
        managedIdentitiesKeyVault: { name: 'kv1', tenantID: TENANT },
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

const arn = (role: string) => `arn:aws:iam::123456789012:role/${role}`
const aws = {
  region: 'us-east-1',
  rolesRef: {
    ingressARN: arn('ingress'),
    imageRegistryARN: arn('registry'),
    storageARN: arn('storage'),
    networkARN: arn('network'),
    kubeCloudControllerARN: arn('cloud-controller'),
    nodePoolManagementARN: arn('node-pool'),
    controlPlaneOperatorARN: arn('control-plane'),
  },
}

/** What each platform takes: of a cluster, and of a pool. */
const PLATFORMS = {
  Azure: [
    { azure },
    {
      azure: {
        vmSize: 'Standard_D8s_v3',
        image: { type: 'AzureMarketplace' },
        osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
        subnetID: SUBNET,
      },
    },
  ],
  AWS: [
    { aws },
    { aws: { instanceType: 'm5.large', subnet: { id: 'subnet-1' }, rootVolume: { size: 120, type: 'gp3' } } },
  ],
  Agent: [{ agent: { agentNamespace: 'hosts' } }, { agent: { agentLabelSelector: { matchLabels: { rack: 'one' } } } }],
  KubeVirt: [{ kubevirt: {} }, { kubevirt: { compute: { cores: 4, memory: '16Gi' } } }],
  None: [{}, {}],
} as const

export type PlatformName = keyof typeof PLATFORMS

const SERVICES = { APIServer: 'api', OAuthServer: 'oauth', Konnectivity: 'konnectivity', Ignition: 'ignition' }

/** Every service behind a route with a name of its own. */
const services = (name: string) =>
  Object.entries(SERVICES).map(([service, prefix]) => ({
    service,
    servicePublishingStrategy: { type: 'Route', route: { hostname: `${prefix}.${name}.hcp.example.net` } },
  }))

interface SampleOptions {
  readonly platform?: PlatformName
  readonly namespace?: string
  readonly metadata?: object
  readonly spec?: object
}

/** A hosted cluster as people order them, on Azure unless told otherwise, with one replica of everything. */
export const hostedCluster = (
  name: string,
  { platform = 'Azure', namespace = NAMESPACE, metadata = {}, spec = {} }: SampleOptions = {},
): SampleObject => ({
  ...HYPERSHIFT,
  kind: 'HostedCluster',
  metadata: { name, namespace, ...metadata },
  spec: {
    release: release('4.19.3'),
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'pull' },
    controllerAvailabilityPolicy: 'SingleReplica',
    platform: { type: platform, ...PLATFORMS[platform][0] },
    services: services(name),
    ...spec,
  },
})

/** A pool of two machines for a hosted cluster, which replaces them when they are upgraded. */
export const nodePool = (
  name: string,
  clusterName: string,
  { platform = 'Azure', namespace = NAMESPACE, metadata = {}, spec = {} }: SampleOptions = {},
): SampleObject => ({
  ...HYPERSHIFT,
  kind: 'NodePool',
  metadata: { name, namespace, ...metadata },
  spec: {
    clusterName,
    ...('autoScaling' in spec ? {} : { replicas: 2 }),
    release: release('4.19.3'),
    management: { upgradeType: 'Replace' },
    platform: { type: platform, ...PLATFORMS[platform][1] },
    ...spec,
  },
})
