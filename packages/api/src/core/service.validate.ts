import { type FieldError, fieldError } from '@skep/schema'
import { validateCidr, validateEndpointIp, validateIp } from '../meta/ip.ts'
import { validateLabels } from '../meta/label-selector.ts'
import { checkDnsLabel, checkDnsSubdomain, checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validatePort, validatePortNumber } from '../meta/validation.ts'
import { validateClusterIps } from './service.cluster-ips.ts'
import { isExternallyAccessible, isHeadless, needsHealthCheckPort } from './service.prepare.ts'
import type { LoadBalancerIngress, LoadBalancerStatus, Service, ServicePort, ServiceSpec } from './service.ts'

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'"

/** Everything wrong with a service. */
export function validateService({ spec = {} }: Service): FieldError[] {
  const ports = spec.ports ?? []
  return [
    ...(ports.length > 0 || isHeadless(spec) || spec.type === 'ExternalName'
      ? []
      : [fieldError.required('spec.ports')]),
    ...validateByType(spec),
    ...validatePorts(ports),
    ...validateLabels(spec.selector, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIps(spec),
    ...validateExternalIps(spec),
    ...(spec.type ? validateOneOf(spec.type, 'spec.type', TYPES) : [fieldError.required('spec.type')]),
    ...validatePortNumbers(spec),
    ...validateLoadBalancing(spec),
    ...validateTraffic(spec),
  ]
}

function validateByType(spec: ServiceSpec): FieldError[] {
  const { type, externalName = '' } = spec
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    return [fieldError.invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)]
  }
  if (type !== 'ExternalName') return []
  const unwanted = (['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const).filter((field) => spec[field]?.length)
  const name = externalName.replace(/\.$/, '')
  return [
    ...unwanted.map((field) => fieldError.forbidden(`spec.${field}`, 'may not be set for ExternalName services')),
    ...(name
      ? invalid('spec.externalName', name, checkDnsSubdomain(name))
      : [fieldError.required('spec.externalName')]),
  ]
}

function validatePorts(ports: readonly ServicePort[]): FieldError[] {
  const names = new Set<string>()
  return validateEach(ports, 'spec.ports', (port, at) => [
    ...validatePortName(port.name, `${at}.name`, ports.length > 1, names),
    ...validatePortNumber(port.port, `${at}.port`),
    ...(port.protocol
      ? validateOneOf(port.protocol, `${at}.protocol`, ['SCTP', 'TCP', 'UDP'])
      : [fieldError.required(`${at}.protocol`)]),
    ...validatePort(port.targetPort ?? 0, `${at}.targetPort`),
    ...(port.appProtocol === undefined
      ? []
      : invalid(`${at}.appProtocol`, port.appProtocol, checkQualifiedName(port.appProtocol))),
  ])
}

function validatePortName(
  name: string | undefined,
  path: string,
  hasSiblings: boolean,
  names: Set<string>,
): FieldError[] {
  if (!name) return hasSiblings ? [fieldError.required(path)] : []
  const isTaken = names.has(name)
  names.add(name)
  return [...invalid(path, name, checkDnsLabel(name)), ...(isTaken ? [fieldError.duplicate(path, name)] : [])]
}

const MAX_AFFINITY_SECONDS = 86_400

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): FieldError[] {
  const at = 'spec.sessionAffinity'
  if (!sessionAffinity) return [fieldError.required(at)]
  if (sessionAffinity === 'ClientIP') return validateAffinitySeconds(sessionAffinityConfig?.clientIP?.timeoutSeconds)
  return validateOneOf(sessionAffinity, at, ['ClientIP', 'None'])
}

function validateAffinitySeconds(seconds: number | undefined): FieldError[] {
  const at = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds'
  if (seconds === undefined) return [fieldError.required(at, 'when session affinity type is ClientIP')]
  return seconds > 0 && seconds <= MAX_AFFINITY_SECONDS
    ? []
    : [fieldError.invalid(at, seconds, `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`)]
}

const validateExternalIps = ({ externalIPs }: ServiceSpec): FieldError[] =>
  validateEach(externalIPs, 'spec.externalIPs', (ip, at) => {
    const errors = validateIp(ip, at)
    return errors.length > 0 ? errors : validateEndpointIp(ip, at)
  })

function validatePortNumbers({ type, ports = [] }: ServiceSpec): FieldError[] {
  const nodePorts = new Set<string>()
  const servicePorts = new Set<string>()
  const isTaken = (taken: Set<string>, key: string): boolean => taken.size === taken.add(key).size
  return [
    ...validateEach(ports, 'spec.ports', ({ nodePort }, at) =>
      type === 'ClusterIP' && nodePort
        ? [fieldError.forbidden(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'")]
        : [],
    ),
    ...validateEach(ports, 'spec.ports', ({ protocol, nodePort }, at) =>
      nodePort && isTaken(nodePorts, `${protocol}/${nodePort}`)
        ? [fieldError.duplicate(`${at}.nodePort`, nodePort)]
        : [],
    ),
    ...validateEach(ports, 'spec.ports', (port, at) =>
      isTaken(servicePorts, `${port.protocol}/${port.port}`) ? [duplicatePort(port, at)] : [],
    ),
  ]
}

/** Kubernetes quotes the pair that is taken as a port that has nothing else. */
function duplicatePort({ protocol, port }: ServicePort, path: string): FieldError {
  const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 }
  return { type: 'Duplicate', field: path, message: `Duplicate value: ${JSON.stringify(shown)}` }
}

function validateLoadBalancing(spec: ServiceSpec): FieldError[] {
  const isBalanced = spec.type === 'LoadBalancer'
  const ranges = spec.loadBalancerSourceRanges ?? []
  const at = 'spec.LoadBalancerSourceRanges'
  return [
    ...(ranges.length > 0 && !isBalanced ? [fieldError.forbidden(at, LOAD_BALANCER_ONLY)] : []),
    ...validateEach(ranges, at, (range, each) => validateCidr(range.trim(), each)),
    ...(spec.allocateLoadBalancerNodePorts !== undefined && !isBalanced
      ? [fieldError.forbidden('spec.allocateLoadBalancerNodePorts', LOAD_BALANCER_ONLY)]
      : []),
    ...validateLoadBalancerClass(spec.loadBalancerClass, isBalanced),
  ]
}

function validateLoadBalancerClass(name: string | undefined, isBalanced: boolean): FieldError[] {
  if (name === undefined) return []
  const at = 'spec.loadBalancerClass'
  return isBalanced ? invalid(at, name, checkQualifiedName(name)) : [fieldError.forbidden(at, LOAD_BALANCER_ONLY)]
}

const POLICIES = ['Cluster', 'Local']
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

function validateTraffic(spec: ServiceSpec): FieldError[] {
  const { internalTrafficPolicy, trafficDistribution, type } = spec
  return [
    ...validateExternalPolicy(spec),
    ...validateHealthCheckPort(spec),
    ...(internalTrafficPolicy === undefined && type !== undefined && TYPES.includes(type) && type !== 'ExternalName'
      ? [fieldError.required('spec.internalTrafficPolicy')]
      : []),
    ...(internalTrafficPolicy === undefined
      ? []
      : validateOneOf(internalTrafficPolicy, 'spec.internalTrafficPolicy', POLICIES)),
    ...(trafficDistribution === undefined
      ? []
      : validateOneOf(trafficDistribution, 'spec.trafficDistribution', DISTRIBUTIONS)),
  ]
}

function validateExternalPolicy(spec: ServiceSpec): FieldError[] {
  const at = 'spec.externalTrafficPolicy'
  const { externalTrafficPolicy: policy } = spec
  if (isExternallyAccessible(spec)) return policy ? validateOneOf(policy, at, POLICIES) : [fieldError.required(at)]
  return policy ? [fieldError.invalid(at, policy, 'may only be set for externally-accessible services')] : []
}

function validateHealthCheckPort(spec: ServiceSpec): FieldError[] {
  const at = 'spec.healthCheckNodePort'
  const { healthCheckNodePort: port } = spec
  if (needsHealthCheckPort(spec)) return port ? validatePortNumber(port, at) : [fieldError.required(at)]
  const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
  return port ? [fieldError.invalid(at, port, detail)] : []
}

/** Everything wrong with what is reported of a load balancer. */
export function validateLoadBalancerStatus({ ingress = [] }: LoadBalancerStatus, spec: ServiceSpec): FieldError[] {
  const at = 'status.loadBalancer.ingress'
  if (ingress.length === 0) return []
  if (spec.type !== 'LoadBalancer') {
    return [fieldError.forbidden(at, "may only be used when `spec.type` is 'LoadBalancer'")]
  }
  return validateEach(ingress, at, validateIngress)
}

const validateIngress = ({ ip, ipMode, hostname }: LoadBalancerIngress, path: string): FieldError[] => [
  ...(ip ? validateIp(ip, `${path}.ip`) : []),
  ...(ip && ipMode === undefined ? [fieldError.required(`${path}.ipMode`, 'must be specified when `ip` is set')] : []),
  ...(!ip && ipMode !== undefined
    ? [fieldError.forbidden(`${path}.ipMode`, 'may not be specified when `ip` is not set')]
    : []),
  ...(ip && ipMode !== undefined ? validateOneOf(ipMode, `${path}.ipMode`, ['Proxy', 'VIP']) : []),
  ...(hostname ? invalid(`${path}.hostname`, hostname, checkDnsSubdomain(hostname)) : []),
  ...(hostname && validateIp(hostname, '').length === 0
    ? [fieldError.invalid(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address')]
    : []),
]
