import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Ingress, IngressRule, IngressStatus } from './ingress.ts'

const SHOWN_HOSTS = 3

/** What `kubectl get ingresses` shows. */
export const ingressTable = defineTable<Ingress>(
  nameColumn,
  {
    name: 'Class',
    description: 'The name of the IngressClass resource that should be used for additional configuration',
    cell: ({ spec }) => spec.ingressClassName ?? '<none>',
  },
  {
    name: 'Hosts',
    description: 'Hosts that incoming requests are matched against before the ingress rule',
    cell: ({ spec }) => formatHosts(spec.rules ?? []),
  },
  {
    name: 'Address',
    description: 'Address is a list containing ingress points for the load-balancer',
    cell: ({ status }) => formatAddresses(status),
  },
  {
    name: 'Ports',
    description: 'Ports of TLS configurations that open',
    cell: ({ spec }) => (spec.tls?.length ? '80, 443' : '80'),
  },
  ageColumn,
)

function formatHosts(rules: readonly IngressRule[]): string {
  const hosts = rules.flatMap(({ host }) => (host ? [host] : []))
  if (hosts.length === 0) return '*'
  const shown = hosts.slice(0, SHOWN_HOSTS).join(',')
  return hosts.length > SHOWN_HOSTS ? `${shown} + ${rules.length - SHOWN_HOSTS} more...` : shown
}

function formatAddresses(status: IngressStatus | undefined): string {
  const addresses = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '')
  return [...new Set(addresses)]
    .filter((address) => address !== '')
    .sort()
    .join(',')
}
