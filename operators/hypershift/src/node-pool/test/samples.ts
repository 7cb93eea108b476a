import type { HostedCluster, NodePool } from '@skep/api'

/** Namespace of the hosted cluster that tests use, its name, and the namespace of its control plane. */
export const NAMESPACE = 'ocm-local-2abc'
export const CLUSTER = 'demo'
export const CONTROL_PLANE = 'ocm-local-2abc-demo'

/** The release of hosted cluster and pools unless a test says otherwise. */
export const IMAGE = 'img.example/ocp-release:4.19.3-multi'

const SUBSCRIPTION = '/subscriptions/11111111-2222-3333-4444-555555555555'
const NETWORK = `${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`

type Service = HostedCluster['spec']['services'][number]
type Platform = HostedCluster['spec']['platform']

const published = (service: Service['service']): Service => ({
  service,
  servicePublishingStrategy: { type: 'Route', route: { hostname: `${service.toLowerCase()}.demo.hcp.example.net` } },
})

const identity = (credentialsSecretName: string) => ({ credentialsSecretName, objectEncoding: 'utf-8' })

const AZURE_CLUSTER = {
  location: 'uksouth',
  resourceGroup: 'demo-managed-rg',
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
        ...Object.fromEntries(
          ['cloudProvider', 'nodePoolManagement', 'controlPlaneOperator', 'ingress', 'network', 'disk', 'file'].map(
            (component) => [component, identity(component.toLowerCase())],
          ),
        ),
      },
      dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
    },
  },
}

/** Spec of a hosted cluster; what its platform is matters little to its pools. */
export const hostedClusterSpec = (platform: Platform): HostedCluster['spec'] =>
  ({
    release: { image: IMAGE },
    infraID: 'demo-x7k2p',
    clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'demo-pull' },
    platform,
    networking: { clusterNetwork: [{ cidr: '10.132.0.0/14' }] },
    etcd: { managementType: 'Managed', managed: { storage: { type: 'PersistentVolume' } } },
    services: (['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'] as const).map(published),
    // What else there is has a default.
  }) as HostedCluster['spec']

/** What pools and hosted clusters of each platform look like. */
export const PLATFORMS = {
  Azure: {
    type: 'Azure',
    azure: {
      vmSize: 'Standard_D8s_v3',
      image: { type: 'AzureMarketplace' },
      osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
      subnetID: SUBNET,
      encryptionAtHost: 'Enabled',
    },
  },
  AWS: { type: 'AWS', aws: { instanceType: 'm5.large', subnet: { id: 'subnet-1' } } },
  Agent: { type: 'Agent', agent: { agentLabelSelector: { matchLabels: { size: 'big' } } } },
  KubeVirt: {
    type: 'KubeVirt',
    kubevirt: {
      rootVolume: { type: 'Persistent', persistent: { size: '32Gi' } },
      compute: { memory: '8Gi', cores: 2, qosClass: 'Burstable' },
      networkInterfaceMultiqueue: 'Enable',
      attachDefaultNetwork: true,
    },
  },
  None: { type: 'None' },
} as const satisfies Record<string, NodePool['spec']['platform']>

/** Platforms of hosted clusters. */
export const HOSTED_PLATFORMS: Readonly<Record<keyof typeof PLATFORMS, Platform>> = {
  Azure: { type: 'Azure', azure: AZURE_CLUSTER } as unknown as Platform,
  AWS: {
    type: 'AWS',
    aws: {
      region: 'us-east-1',
      rolesRef: {
        ingressARN: 'a',
        imageRegistryARN: 'b',
        storageARN: 'c',
        networkARN: 'd',
        kubeCloudControllerARN: 'e',
        nodePoolManagementARN: 'f',
        controlPlaneOperatorARN: 'g',
      },
    },
  } as Platform,
  Agent: { type: 'Agent', agent: { agentNamespace: 'agents' } },
  KubeVirt: { type: 'KubeVirt', kubevirt: {} } as Platform,
  None: { type: 'None' },
}

/** Spec of a pool of two nodes. */
export const poolSpec = (platform: keyof typeof PLATFORMS): NodePool['spec'] =>
  ({
    clusterName: CLUSTER,
    replicas: 2,
    release: { image: IMAGE },
    management: { upgradeType: 'Replace', autoRepair: false },
    platform: PLATFORMS[platform],
    // What else there is has a default.
  }) as NodePool['spec']

/** A ConfigMap with a MachineConfig that writes a file. */
export const machineConfig = (name: string, content: string): string => `
apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  name: ${name}
spec:
  config:
    ignition: { version: 3.2.0 }
    storage:
      files:
      - path: /etc/${name}
        contents: { source: "data:,${content}" }
`
