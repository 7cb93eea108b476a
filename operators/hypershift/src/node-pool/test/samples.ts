import type { HostedCluster, NodePool } from '@skep/api'
import { BY_NAMED_ROUTES } from '../../control-plane/test/specs.ts'
import { hostedClusterSpec, type PlatformName } from '../../hosted-cluster/test/samples.ts'

export { CONTROL_PLANE, NAMESPACE } from '../../hosted-cluster/test/samples.ts'

/** Name of the hosted cluster that tests use. */
export const CLUSTER = 'demo'

/** The release of hosted cluster and pools unless a test says otherwise. */
export const IMAGE = 'img.example/ocp-release:4.19.3-multi'

const SUBSCRIPTION = '/subscriptions/11111111-2222-3333-4444-555555555555'
const NETWORK = `${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const SUBNET = `${NETWORK}/virtualNetworks/v1/subnets/s1`

/** Spec of the hosted cluster of pools, which has its ids already. */
export const poolClusterSpec = (platform: PlatformName): HostedCluster['spec'] =>
  hostedClusterSpec(platform, {
    infraID: 'demo-x7k2p',
    clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
    networking: { clusterNetwork: [{ cidr: '10.132.0.0/14' }] },
    etcd: { managementType: 'Managed', managed: { storage: { type: 'PersistentVolume' } } },
    services: BY_NAMED_ROUTES,
  })

/** What pools of each platform look like. */
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
} as const satisfies Record<PlatformName, NodePool['spec']['platform']>

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
