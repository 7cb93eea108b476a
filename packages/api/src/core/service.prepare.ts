import { jsonEqual } from '@skep/schema'
import { ipFamilyOf } from '../meta/ip.ts'
import type { Service, ServicePort, ServiceSpec } from './service.ts'

/** Whether a service has no address of its own. */
export const isHeadless = ({ clusterIPs, clusterIP }: ServiceSpec): boolean => (clusterIPs?.[0] ?? clusterIP) === 'None'

/** Whether a service gets an address inside the cluster. */
export const needsClusterIp = ({ type }: ServiceSpec): boolean => type !== 'ExternalName'

/** Whether a service gets a port on every node. */
export const needsNodePort = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer'

/** Whether a load balancer asks nodes for their health on a port of its own. */
export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

/** Whether traffic comes in from outside of the cluster. */
export const isExternallyAccessible = ({ type, externalIPs }: ServiceSpec): boolean =>
  needsNodePort({ type } as ServiceSpec) || (type === 'ClusterIP' && (externalIPs?.length ?? 0) > 0)

/** In place: settles the addresses of a service that is created, as far as the client has said anything. */
export function prepareNewService(spec: ServiceSpec): void {
  if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP]
  settleIpFamilies(spec)
}

/** In place: takes over from the stored service what was allocated to it, and drops what its new type has no use for. */
export function prepareChangedService(service: Service, stored: Service): void {
  const spec = service.spec
  const before = stored.spec
  if (!spec || !before) return
  dropUnusedFields(spec, before)
  settleClusterIps(spec, before)
  keepAllocated(spec, before)
  if (needsClusterIp(spec)) {
    if (before.ipFamilyPolicy) spec.ipFamilyPolicy ??= before.ipFamilyPolicy
    settleIpFamilies(spec)
  }
  if (service.status && spec.type !== 'LoadBalancer') service.status = { ...service.status, loadBalancer: {} }
}

/** What a type of service does not have goes away by itself when the type changes, unless the client says otherwise. */
function dropUnusedFields(spec: ServiceSpec, before: ServiceSpec): void {
  if (needsClusterIp(before) && !needsClusterIp(spec)) {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const)
      dropIfSame(spec, before, field)
  }
  if (needsNodePort(before) && !needsNodePort(spec) && portsAreAmong(spec, before)) {
    for (const port of spec.ports ?? []) delete port.nodePort
  }
  if (needsHealthCheckPort(before) && !needsHealthCheckPort(spec)) dropIfSame(spec, before, 'healthCheckNodePort')
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    dropIfSame(spec, before, 'allocateLoadBalancerNodePorts')
    dropIfSame(spec, before, 'loadBalancerClass')
  }
  if (isExternallyAccessible(before) && !isExternallyAccessible(spec)) dropIfSame(spec, before, 'externalTrafficPolicy')
}

function dropIfSame(spec: ServiceSpec, before: ServiceSpec, field: keyof ServiceSpec): void {
  if (jsonEqual(spec[field], before[field])) delete spec[field]
}

function portsAreAmong(spec: ServiceSpec, before: ServiceSpec): boolean {
  const known = new Set((before.ports ?? []).map(({ nodePort }) => nodePort))
  return (spec.ports ?? []).every(({ nodePort }) => !nodePort || known.has(nodePort))
}

/** Old clients know one address only; what they do to it is meant for the list. */
function settleClusterIps(spec: ServiceSpec, before: ServiceSpec): void {
  const isSameOne = (spec.clusterIP ?? '') === (before.clusterIP ?? '')
  if (isSameOne && !spec.clusterIPs?.length && before.clusterIPs?.length) spec.clusterIPs = [...before.clusterIPs]
  if (isSameOne || !jsonEqual(spec.clusterIPs, before.clusterIPs)) return
  if (spec.clusterIP) spec.clusterIPs = [spec.clusterIP]
  else delete spec.clusterIPs
}

/** A client that replaces a service without its allocated values means to keep them. */
function keepAllocated(spec: ServiceSpec, before: ServiceSpec): void {
  if (needsClusterIp(spec) && needsClusterIp(before)) {
    if (before.clusterIP) spec.clusterIP ||= before.clusterIP
    if (!spec.clusterIPs?.length && before.clusterIPs?.length) spec.clusterIPs = [...before.clusterIPs]
  }
  if (needsNodePort(spec) && needsNodePort(before)) keepNodePorts(spec.ports ?? [], before.ports ?? [])
  if (needsHealthCheckPort(spec) && needsHealthCheckPort(before) && before.healthCheckNodePort) {
    spec.healthCheckNodePort ||= before.healthCheckNodePort
  }
}

function keepNodePorts(ports: readonly ServicePort[], before: readonly ServicePort[]): void {
  const used = new Set(ports.map(({ nodePort }) => nodePort))
  const byName = new Map(before.map(({ name, nodePort }) => [name ?? '', nodePort]))
  for (const port of ports) {
    const known = byName.get(port.name ?? '')
    if (!port.nodePort && known && !used.has(known)) port.nodePort = known
  }
}

/** Our clusters have IPv4 addresses for services; headless services without selector are not bound to that. */
function settleIpFamilies(spec: ServiceSpec): void {
  if (!needsClusterIp(spec)) return
  const isFree = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  spec.ipFamilyPolicy ??= isFree ? 'RequireDualStack' : 'SingleStack'
  const addresses = (spec.clusterIPs ?? []).filter((address) => address !== 'None')
  const families = [...(spec.ipFamilies ?? [])]
  for (const address of addresses.slice(families.length)) families.push(ipFamilyOf(address))
  if (families.length === 0) families.push('IPv4')
  if (isFree && families.length === 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4')
  }
  spec.ipFamilies = families
}
