import { s } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { localReference } from '../openshift/references.ts'
import { checked, unchangedOnceSet } from '../openshift/rules.ts'
import { vsphereMachine } from './machine-pool-vsphere.ts'

const FOLDER = '^/.*?/vm/.*?'

const path = (description: string, maxLength: number) => s.string({ description, minLength: 1, maxLength })
const optionalPath = (description: string, pattern: string) =>
  s.optional(s.string({ description, minLength: 1, maxLength: 2048, pattern }))

const topology = s.object(
  {
    computeCluster: path('Cluster of hosts.', 2048),
    datacenter: path('Datacenter.', 80),
    datastore: path('Where disks are.', 2048),
    folder: optionalPath('Where virtual machines are.', FOLDER),
    hostGroup: s.optional(s.string({ description: 'Hosts of the cluster that count.', maxLength: 80 })),
    networks: s.array(s.string(), { description: 'Networks of the machines.', minItems: 1, maxItems: 10 }),
    resourcePool: optionalPath('Pool of resources.', '^/.*?/host/.*?/Resources.*'),
    tagIDs: optionalTexts('Tags of the machines.'),
    template: optionalPath('Machine that others are copied from.', FOLDER),
  },
  { description: 'What is there.' },
)

const failureDomain = s.object({
  name: path('Name of the failure domain.', 256),
  region: s.string({ description: 'Tag of its region.' }),
  regionType: s.optional(s.enum(['Datacenter', 'ComputeCluster'], { description: 'What a region is.' })),
  server: path('Host of its vCenter.', 255),
  topology,
  zone: s.string({ description: 'Tag of its zone.' }),
  zoneType: s.optional(s.enum(['ComputeCluster', 'HostGroup'], { description: 'What a zone is.' })),
})

const host = s.object({
  failureDomain: optionalText('Where the machine is.'),
  networkDevice: s.object(
    {
      gateway: s.optional(s.string({ description: 'Way to other networks.', format: 'ipv6' })),
      ipAddrs: s.array(s.string(), { description: 'Addresses, with the length of their prefix.', format: 'ipv6' }),
      nameservers: s.optional(s.array(s.string(), { description: 'Who is asked for names.', format: 'ipv6' })),
    },
    { description: 'How it is reached.' },
  ),
  role: s.enum(['', 'bootstrap', 'control-plane', 'compute'], { description: 'What the machine is for.' }),
})

const nodeNetwork = (description: string) =>
  s.optional(
    s.object(
      {
        excludeNetworkSubnetCidr: s.optional(
          s.array(s.string(), { description: 'Ranges of which no address is taken.', listType: 'atomic' }),
        ),
        network: optionalText('Name of the network.'),
        networkSubnetCidr: s.optional(
          s.array(s.string(), { description: 'Ranges of which an address is taken.', listType: 'set' }),
        ),
      },
      { description },
    ),
  )

const vcenter = s.object({
  datacenters: s.array(s.string(), { description: 'Datacenters in use.', minItems: 1 }),
  password: s.string({ description: 'Password of the user.' }),
  port: s.defaulted(s.int32({ description: 'Its port.', default: 443, minimum: 1, maximum: 32767 })),
  server: s.string({ description: 'Its host.', maxLength: 255 }),
  user: s.string({ description: 'Who logs in.' }),
})

const addresses = (description: string) => s.optional(s.array(s.string(), { description, maxItems: 2, format: 'ip' }))

/** What the places of a cluster were called before they could be many. */
const formerPlaces = {
  vCenter: optionalText('Deprecated: host of vCenter.'),
  datacenter: optionalText('Deprecated: name of the datacenter.'),
  defaultDatastore: optionalText('Deprecated: datastore of volumes.'),
  cluster: optionalText('Deprecated: cluster of the virtual machines.'),
  network: optionalText('Deprecated: network of the virtual machines.'),
}

const loadBalancerType = s.enum(['OpenShiftManagedDefault', 'UserManaged'], {
  description: 'Whether the cluster brings its own, or people do.',
  default: 'OpenShiftManagedDefault',
  ...checked(unchangedOnceSet('type is immutable once set')),
})

const infrastructure = s.object(
  {
    ...formerPlaces,
    apiVIP: optionalText('Deprecated: address of the API.'),
    apiVIPs: addresses('Addresses of the API.'),
    clusterOSImage: optionalText('Image to boot, in place of that of the release.'),
    defaultMachinePlatform: s.optional(
      s.object(vsphereMachine, { description: 'What machines are where nothing else is said.' }),
    ),
    diskType: s.optional(
      s.enum(['', 'thin', 'thick', 'eagerZeroedThick'], { description: 'How space for disks is reserved.' }),
    ),
    dnsRecordsType: s.optional(s.enum(['Internal', 'External'], { description: 'Who has the names of the API.' })),
    failureDomains: s.optional(s.array(failureDomain, { description: 'Where machines may be.' })),
    folder: s.optional(s.string({ description: 'Deprecated: folder of the virtual machines.', pattern: FOLDER })),
    hosts: s.optional(s.array(host, { description: 'Machines whose addresses are fixed.' })),
    ingressVIP: optionalText('Deprecated: address of applications.'),
    ingressVIPs: addresses('Addresses of applications.'),
    loadBalancer: s.optional(s.object({ type: s.defaulted(loadBalancerType) }, { description: 'Who balances load.' })),
    nodeNetworking: s.optional(
      s.object(
        {
          external: nodeNetwork('The address by which others know a node.'),
          internal: nodeNetwork('The address by which nodes know each other.'),
        },
        { description: 'Which addresses of machines are those of nodes.' },
      ),
    ),
    password: optionalText('Deprecated: password of the user.'),
    resourcePool: optionalText('Deprecated: pool of resources.'),
    username: optionalText('Deprecated: who logs in.'),
    vcenters: s.optional(s.array(vcenter, { description: 'The vCenters in use.', minItems: 1, maxItems: 3 })),
  },
  { description: 'The vSphere section of the install-config.' },
)

/** A cluster on vSphere. */
export const VspherePlatform = s.object({
  ...formerPlaces,
  folder: optionalText('Deprecated: folder of the virtual machines.'),
  credentialsSecretRef: localReference('Secret with username and password.'),
  certificatesSecretRef: localReference('Secret with the CA certificates of vCenter.'),
  infrastructure: s.optional(infrastructure),
})
