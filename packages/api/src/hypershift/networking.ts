import { type Schema, s } from '@skep/schema'
import { checked, unchanged } from '../openshift/rules.ts'

const CIDR_FORM = {
  rule: String.raw`self.matches(r'^((\d{1,3}\.){3}\d{1,3}/\d{1,2})$') || self.matches(r'^([0-9a-fA-F]{0,4}:){2,7}([0-9a-fA-F]{0,4})?/[0-9]{1,3}$')`,
  message: 'cidr must be a valid IPv4 or IPv6 CIDR notation (e.g., 192.168.1.0/24 or 2001:db8::/64)',
}
const cidr = s.string({ description: 'The range.', maxLength: 43, ...checked(CIDR_FORM) })

/** One range, or one of each family. */
const ranges = <T>(field: string, range: Schema<T>, description: string, defaultRange?: string) =>
  s.array(range, {
    description,
    minItems: 1,
    maxItems: 2,
    ...(defaultRange === undefined ? {} : { default: [{ cidr: defaultRange }] }),
    ...checked(unchanged(`${field} is immutable and cannot be modified once set.`)),
  })

const PODS = '10.132.0.0/14'
const SERVICES = '172.31.0.0/16'

const apiServer = s.object(
  {
    advertiseAddress: s.optional(
      s.string({
        description: 'Address by which nodes reach the API; 172.20.0.1 or fd00::1 by default.',
        maxLength: 255,
        ...checked(unchanged('advertiseAddress is immutable')),
      }),
    ),
    port: s.optional(
      s.int32({
        description: 'Port by which nodes reach the API; 6443 by default.',
        ...checked(unchanged('port is immutable')),
      }),
    ),
    allowedCIDRBlocks: s.optional(
      s.array(s.string({ maxLength: 43, ...checked(CIDR_FORM) }), {
        description: 'From where the API may be reached; from everywhere by default.',
        maxItems: 500,
        listType: 'set',
      }),
    ),
  },
  { description: 'How the API is reached.' },
)

const DISTINCT_RANGES = `self.clusterNetwork.all(pods, self.serviceNetwork.all(services, pods.cidr != services.cidr))
&& (!has(self.machineNetwork) || self.machineNetwork.all(machines,
  self.clusterNetwork.all(pods, machines.cidr != pods.cidr) && self.serviceNetwork.all(services, machines.cidr != services.cidr)))`

/** The networks of a cluster that says nothing of them. */
export const DEFAULT_NETWORKING = {
  clusterNetwork: [{ cidr: PODS }],
  networkType: 'OVNKubernetes',
  serviceNetwork: [{ cidr: SERVICES }],
}

/** Networks of a hosted cluster. */
export const ClusterNetworking = s.object(
  {
    clusterNetwork: s.defaulted(
      ranges(
        'clusterNetwork',
        s.object({
          cidr,
          hostPrefix: s.optional(s.int32({ description: 'Prefix length of the range of each node.' })),
        }),
        'Addresses of pods.',
        PODS,
      ),
    ),
    serviceNetwork: s.defaulted(ranges('serviceNetwork', s.object({ cidr }), 'Addresses of services.', SERVICES)),
    machineNetwork: s.optional(ranges('machineNetwork', s.object({ cidr }), 'Addresses of machines.')),
    networkType: s.defaulted(
      s.enum(['OpenShiftSDN', 'Calico', 'OVNKubernetes', 'Other'], {
        description: 'Who connects the pods.',
        default: 'OVNKubernetes',
      }),
    ),
    apiServer: s.optional(apiServer),
    allocateNodeCIDRs: s.optional(
      s.enum(['Enabled', 'Disabled'], {
        description: 'Whether the control plane gives every node a range.',
        ...checked(unchanged('allocateNodeCIDRs is immutable and cannot be modified once set.')),
      }),
    ),
  },
  {
    description: 'Networks of the cluster.',
    ...checked(
      {
        rule: DISTINCT_RANGES,
        message: 'CIDR ranges in machineNetwork, clusterNetwork, and serviceNetwork must be unique and non-overlapping',
      },
      {
        rule: "!has(self.allocateNodeCIDRs) || self.allocateNodeCIDRs != 'Enabled' || self.networkType == 'Other'",
        message: "allocateNodeCIDRs can only be set to Enabled when networkType is 'Other'",
      },
    ),
  },
)
