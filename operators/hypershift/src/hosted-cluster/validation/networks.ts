import type { HostedCluster } from '@skep/api'
import { type FieldError, fieldError } from '@skep/schema'
import { type AddressRange, familyOf, overlap, parseRange } from './ranges.ts'

/** A range and the field that it is from. */
interface Network {
  readonly field: string
  readonly range: AddressRange
}

const FIELDS = {
  machineNetwork: 'spec.networking.MachineNetwork',
  serviceNetwork: 'spec.networking.ServiceNetwork',
  clusterNetwork: 'spec.networking.ClusterNetwork',
} as const
type NetworkMember = keyof typeof FIELDS

const ADVERTISE_ADDRESS_FIELD = 'spec.networking.APIServerNetworking.AdvertiseAddress'
const DEFAULT_ADVERTISE_ADDRESS = { ipv4: '172.20.0.1', ipv6: 'fd00::1' } as const
const OVN_PATH = 'spec.operatorConfiguration.clusterNetworkOperator.ovnKubernetesConfig'
/** What nodes in virtual machines use among themselves, other than the machines they run on. */
const KUBEVIRT_JOIN_SUBNETS = { ipv4: '100.66.0.0/16', ipv6: 'fd99::/64' } as const
const DEFAULT_NODE_PORTS = '30000-32767'

/** What is wrong with the networks of a hosted cluster. */
export function networkProblems(hostedCluster: HostedCluster): FieldError[] {
  const { networks, problems } = readNetworks(hostedCluster)
  return [
    ...problems,
    ...mixedFamilies(hostedCluster, networks),
    ...overlaps([...networks, ...ovnNetworks(hostedCluster)]),
    ...withAdvertiseAddress(hostedCluster, networks),
    ...nodePortProblems(hostedCluster, networks),
  ]
}

function readNetworks({ spec: { networking } }: HostedCluster): { networks: Network[]; problems: FieldError[] } {
  const networks: Network[] = []
  const problems: FieldError[] = []
  for (const member of Object.keys(FIELDS) as NetworkMember[]) {
    for (const { cidr } of networking[member] ?? []) {
      const range = parseRange(cidr)
      if (range) networks.push({ field: FIELDS[member], range })
      else problems.push(fieldError.invalid(FIELDS[member], cidr, 'must be a range of addresses'))
    }
  }
  return { networks, problems }
}

/** The first range of each field decides which family comes first. */
const firstOfEach = (networks: readonly Network[]): Network[] =>
  Object.values(FIELDS).flatMap((field) => networks.find((network) => network.field === field) ?? [])

function advertiseAddressOf({ spec: { networking } }: HostedCluster, networks: readonly Network[]): string {
  const given = networking.apiServer?.advertiseAddress
  const first = networks.find(({ field }) => field === FIELDS.clusterNetwork)
  return given ?? DEFAULT_ADVERTISE_ADDRESS[first?.range.family ?? 'ipv4']
}

function mixedFamilies(hostedCluster: HostedCluster, networks: readonly Network[]): FieldError[] {
  const advertised = advertiseAddressOf(hostedCluster, networks)
  if (familyOf(advertised) === undefined) {
    return [fieldError.invalid(ADVERTISE_ADDRESS_FIELD, advertised, 'must be an address')]
  }
  const addresses = [...firstOfEach(networks).map(({ range }) => range.address), advertised]
  const of = (family: AddressRange['family']) => addresses.filter((address) => familyOf(address) === family)
  const [ipv4, ipv6] = [of('ipv4'), of('ipv6')]
  if (ipv4.length === 0 || ipv6.length === 0) return []
  const text = 'declare multiple network stacks as primary network in the cluster definition is not allowed'
  return [fieldError.forbidden('spec.networking', `${text}, ipv4: [${ipv4.join(' ')}], ipv6: [${ipv6.join(' ')}]`)]
}

function overlaps(networks: readonly Network[]): FieldError[] {
  return networks.flatMap((a, index) =>
    networks
      .slice(index + 1)
      .filter((b) => overlap(a.range, b.range))
      .map((b) => {
        const text = `${a.field} and ${b.field} overlap: ${a.range.text} and ${b.range.text}`
        return fieldError.invalid(a.field, a.range.text, text)
      }),
  )
}

function ovnNetworks({ spec }: HostedCluster): Network[] {
  if (spec.networking.networkType !== 'OVNKubernetes') return []
  const { ipv4, ipv6 } = spec.operatorConfiguration?.clusterNetworkOperator?.ovnKubernetesConfig ?? {}
  const isKubevirt = spec.platform.type === 'KubeVirt'
  const subnets: [string, string | undefined][] = [
    [
      `${OVN_PATH}.ipv4.internalJoinSubnet`,
      ipv4?.internalJoinSubnet ?? (isKubevirt ? KUBEVIRT_JOIN_SUBNETS.ipv4 : undefined),
    ],
    [`${OVN_PATH}.ipv4.internalTransitSwitchSubnet`, ipv4?.internalTransitSwitchSubnet],
    [
      `${OVN_PATH}.ipv6.internalJoinSubnet`,
      ipv6?.internalJoinSubnet ?? (isKubevirt ? KUBEVIRT_JOIN_SUBNETS.ipv6 : undefined),
    ],
    [`${OVN_PATH}.ipv6.internalTransitSwitchSubnet`, ipv6?.internalTransitSwitchSubnet],
  ]
  return subnets.flatMap(([field, text]) => {
    const range = text ? parseRange(text) : undefined
    return range ? [{ field, range }] : []
  })
}

function withAdvertiseAddress(hostedCluster: HostedCluster, networks: readonly Network[]): FieldError[] {
  const address = advertiseAddressOf(hostedCluster, networks)
  return networks
    .filter(({ range }) => range.contains(address))
    .map(({ field, range: { text } }) => {
      const problem = `the field ${field} with content ${text} overlaps with the defined AdvertiseAddress ${address}`
      return fieldError.invalid(field, text, problem)
    })
}

function nodePortProblems({ spec }: HostedCluster, networks: readonly Network[]): FieldError[] {
  const index = spec.services.findIndex(({ service }) => service === 'APIServer')
  const nodePort = spec.services[index]?.servicePublishingStrategy.nodePort
  if (!nodePort) return []
  const inServices = networks
    .filter(({ field, range }) => field === FIELDS.serviceNetwork && range.contains(nodePort.address))
    .map(({ field, range: { text } }) => {
      const problem = `Nodeport IP is within the service network range: ${nodePort.address} is within ${text}`
      return fieldError.invalid(field, text, problem)
    })
  return [...inServices, ...portProblems(spec, `spec.services[${index}].nodePort.port`, nodePort.port ?? 0)]
}

function portProblems({ configuration }: HostedCluster['spec'], field: string, port: number): FieldError[] {
  const range = configuration?.network?.serviceNodePortRange || DEFAULT_NODE_PORTS
  const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? []
  if (low === undefined || Number(low) > Number(high)) {
    return [fieldError.invalid('spec.configuration.network.serviceNodePortRange', range, 'must be a range of ports')]
  }
  // Zero leaves the choice to the management cluster.
  if (port === 0 || (port >= Number(low) && port <= Number(high))) return []
  const problem = `port must be within the configured range ${low}-${high} or 0 for dynamic assignment`
  return [fieldError.invalid(field, port, problem)]
}
