import type { KindRules } from '@skep/schema'
import { showUnsetTimes } from '../meta/wire.ts'
import { isExternallyAccessible, isHeadless, prepareChangedService, prepareNewService } from './service.prepare.ts'
import { serviceTable } from './service.table.ts'
import type { Service, ServiceSpec } from './service.ts'
import { validateServiceUpdate } from './service.update.ts'
import { validateLoadBalancerStatus, validateService } from './service.validate.ts'

const DEFAULT_AFFINITY_SECONDS = 10_800

/**
 * What services do beyond their schema. Addresses and node ports are allocated by the server, after preparation and
 * before validation.
 */
export const serviceRules: KindRules<Service> = {
  defaults: (service) => {
    service.spec ??= {}
    defaultSpec(service.spec)
    service.status ??= {}
    service.status.loadBalancer ??= {}
    if (service.spec.type !== 'LoadBalancer') return
    for (const ingress of service.status.loadBalancer.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP'
    for (const condition of service.status.conditions ?? []) showUnsetTimes(condition, 'lastTransitionTime')
  },
  prepareForCreate: (service) => {
    service.status = { loadBalancer: {} }
    prepareNewService((service.spec ??= {}))
  },
  prepareForUpdate: (service, stored, { subresource }) => {
    if (subresource === 'status') {
      if (stored.spec) service.spec = stored.spec
      return
    }
    if (stored.status) service.status = stored.status
    prepareChangedService(service, stored)
  },
  validate: validateService,
  validateUpdate: (service, stored, { subresource }) =>
    subresource === 'status'
      ? validateLoadBalancerStatus(service.status?.loadBalancer ?? {}, service.spec ?? {})
      : validateServiceUpdate(service.spec ?? {}, stored.spec ?? {}),
  warnings: (service) => warnOfService(service.spec ?? {}, service.metadata.annotations ?? {}),
  cells: serviceTable.cells,
  selectableFields: ({ spec }) => ({ 'spec.clusterIP': spec?.clusterIP ?? '', 'spec.type': spec?.type ?? '' }),
}

function defaultSpec(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: DEFAULT_AFFINITY_SECONDS } }
  }
  spec.type ||= 'ClusterIP'
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP'
    port.targetPort ||= port.port
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= 'Cluster'
  if (['NodePort', 'LoadBalancer', 'ClusterIP'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster'
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true
}

const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints'

function warnOfService(spec: ServiceSpec, annotations: Readonly<Record<string, string>>): string[] {
  const isExternalName = spec.type === 'ExternalName'
  const headless = spec.type === 'ClusterIP' && isHeadless(spec)
  const hasExternalIps = (spec.externalIPs?.length ?? 0) > 0
  const texts: [boolean, string][] = [
    [
      annotations[TOPOLOGY_HINTS] !== undefined,
      `annotation ${TOPOLOGY_HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ],
    [headless && Boolean(spec.loadBalancerIP), 'spec.loadBalancerIP is ignored for headless services'],
    [headless && hasExternalIps, 'spec.externalIPs is ignored for headless services'],
    [headless && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'],
    [
      hasExternalIps && !headless && !isExternalName,
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [isExternalName && hasExternalIps, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [
      !isExternalName && Boolean(spec.externalName),
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
    [
      spec.trafficDistribution === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ]
  return texts.filter(([applies]) => applies).map(([, text]) => text)
}
