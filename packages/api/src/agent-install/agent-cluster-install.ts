import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ClusterMetadata } from '../hive/cluster-metadata.ts'
import { probedConditions } from '../openshift/conditions.ts'
import { optionalFlag, optionalText, optionalTexts } from '../openshift/fields.ts'
import { localReference, NameReference, namespacedReference, optionalLocalReference } from '../openshift/references.ts'
import { mirrorRegistry, proxy, validationsInfo } from './fields.ts'

const PLATFORMS = ['', 'BareMetal', 'None', 'VSphere', 'Nutanix', 'External'] as const
const ENCRYPTED = [
  'none',
  'all',
  'masters',
  'arbiters',
  'workers',
  'masters,arbiters',
  'masters,workers',
  'arbiters,workers',
  'masters,arbiters,workers',
] as const

const addresses = (description: string) => s.optional(s.array(s.string(), { description, maxItems: 2 }))
const count = (description: string) => s.optional(s.integer({ description }))
const platformType = s.optional(s.enum(PLATFORMS, { description: 'What the cluster runs on.' }))

const MachinePool = s.object({
  hyperthreading: s.defaulted(
    s.enum(['', 'Enabled', 'Disabled'], { description: 'Whether processors share cores.', default: 'Enabled' }),
  ),
  name: s.string({ description: 'master, arbiter or worker.' }),
})
const machinePool = (description: string) => s.optional(s.with(MachinePool, { description }))

const MachineNetwork = s.array(s.object({ cidr: s.string({ description: 'The range.' }) }))
const machineNetwork = s.optional(s.with(MachineNetwork, { description: 'Addresses of hosts.' }))

const networking = s.object(
  {
    clusterNetwork: s.optional(
      s.array(
        s.object({
          cidr: s.string({ description: 'The range.' }),
          hostPrefix: s.optional(s.int32({ description: 'Size of the part of each node.' })),
        }),
        { description: 'Addresses of pods.' },
      ),
    ),
    machineNetwork,
    networkType: s.optional(
      s.enum(['OpenShiftSDN', 'OVNKubernetes', 'CiscoACI', 'Cilium', 'Calico', 'None'], {
        description: 'What connects pods.',
      }),
    ),
    serviceNetwork: optionalTexts('Addresses of services.'),
    userManagedNetworking: optionalFlag('Whether load balancers and names are the business of others.'),
  },
  { description: 'Networks of the cluster.' },
)

const diskEncryption = s.object(
  {
    enableOn: s.defaulted(s.enum(ENCRYPTED, { description: 'On which hosts.', default: 'none' })),
    mode: s.optional(s.enum(['tpmv2', 'tang'], { description: 'Who has the keys.' })),
    tangServers: optionalText('Servers that have the keys, as JSON.'),
  },
  { description: 'Encryption of disks.' },
)

const external = s.object(
  {
    cloudControllerManager: s.defaulted(
      s.enum(['', 'External'], { description: 'Whether the cloud has a controller of its own.', default: '' }),
    ),
    platformName: s.defaulted(
      s.string({
        description: 'Name of the platform.',
        default: 'Unknown',
        'x-kubernetes-validations': [
          { message: 'platform name cannot be changed once set', rule: "oldSelf == 'Unknown' || self == oldSelf" },
        ],
      }),
    ),
  },
  { description: 'A platform that the installer does not know.' },
)

const spec = s.object(
  {
    apiVIP: optionalText('Address of the API.'),
    apiVIPs: addresses('Addresses of the API.'),
    arbiter: machinePool('Arbiters.'),
    clusterDeploymentRef: localReference('ClusterDeployment that this installs.'),
    clusterMetadata: s.optional(s.with(ClusterMetadata, { description: 'What is known of the installed cluster.' })),
    compute: s.optional(s.array(MachinePool, { description: 'Workers.' })),
    controlPlane: machinePool('Control plane.'),
    diskEncryption: s.optional(diskEncryption),
    external: s.optional(external),
    holdInstallation: optionalFlag('Whether to wait with the installation.'),
    ignitionEndpoint: s.optional(
      s.object(
        {
          caCertificateReference: s.optional(namespacedReference('Secret with the authority of its certificate.')),
          url: optionalText('Where it answers.'),
        },
        { description: 'Where hosts get their configuration, if not from the cluster itself.' },
      ),
    ),
    imageSetRef: s.optional(s.with(NameReference, { description: 'Release to install.' })),
    ingressVIP: optionalText('Address of applications.'),
    ingressVIPs: addresses('Addresses of applications.'),
    loadBalancer: s.optional(
      s.object(
        {
          type: s.defaulted(
            s.enum(['ClusterManaged', 'UserManaged'], { description: 'Whose it is.', default: 'ClusterManaged' }),
          ),
        },
        { description: 'Load balancer of API and applications.' },
      ),
    ),
    manifestsConfigMapRef: optionalLocalReference('ConfigMap with manifests for the cluster.'),
    manifestsConfigMapRefs: s.optional(
      s.array(s.object({ name: s.string({ description: 'Name of the ConfigMap.' }) }), {
        description: 'ConfigMaps with manifests for the cluster.',
      }),
    ),
    mastersSchedulable: optionalFlag('Whether applications run on the control plane, too.'),
    mirrorRegistryRef: mirrorRegistry,
    networking,
    ntpSources: optionalTexts('The only servers of time.'),
    platformType,
    provisionRequirements: s.object(
      {
        arbiterAgents: s.optional(s.integer({ description: 'Arbiters.', minimum: 0 })),
        controlPlaneAgents: s.integer({ description: 'Hosts of the control plane.' }),
        workerAgents: s.optional(s.integer({ description: 'Workers.', minimum: 0 })),
      },
      { description: 'How many hosts it takes to begin.' },
    ),
    proxy: proxy('Proxy of the cluster.'),
    sshPublicKey: optionalText('Key that may log in.'),
  },
  { description: 'How the cluster is to be installed.' },
)

const status = s.object(
  {
    apiVIP: optionalText('Address of the API.'),
    apiVIPs: addresses('Addresses of the API.'),
    conditions: s.optional(probedConditions()),
    connectivityMajorityGroups: optionalText('Hosts that reach each other, as JSON.'),
    controlPlaneAgentsDiscovered: count('Hosts of the control plane that were found.'),
    controlPlaneAgentsReady: count('Those of them that are ready.'),
    debugInfo: s.optional(
      s.object(
        {
          eventsURL: optionalText('Where its events are.'),
          logsURL: optionalText('Where its logs are.'),
          state: optionalText('State of the installation.'),
          stateInfo: optionalText('Details of the state.'),
        },
        { description: 'More for people.' },
      ),
    ),
    ingressVIP: optionalText('Address of applications.'),
    ingressVIPs: addresses('Addresses of applications.'),
    machineNetwork,
    platformType,
    progress: s.optional(
      s.object({ totalPercentage: s.int64({ description: 'How much is done.' }) }, { description: 'How far it is.' }),
    ),
    userManagedNetworking: optionalFlag('Whether load balancers and names are the business of others.'),
    validationsInfo,
    workerAgentsDiscovered: count('Workers that were found.'),
    workerAgentsReady: count('Those of them that are ready.'),
  },
  { description: 'What is known of the installation.' },
)

/** The installation of a cluster on hosts that run an agent. */
export const AgentClusterInstall = defineKind({
  group: 'extensions.hive.openshift.io',
  version: 'v1beta1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
  kind: 'AgentClusterInstall',
  plural: 'agentclusterinstalls',
  shortNames: ['aci'],
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'The installation of a cluster on hosts that run an agent.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterDeploymentRef.name' },
    { name: 'State', type: 'string', jsonPath: '.status.debugInfo.state' },
  ],
})
export type AgentClusterInstall = ObjectOf<typeof AgentClusterInstall>
