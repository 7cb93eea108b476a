import { formatLabels } from '../meta/label-selector.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Service } from './service.ts'

/** What `kubectl get services` shows. */
export const serviceTable = defineTable<Service>(
  nameColumn,
  { name: 'Type', description: 'How the service is reached.', cell: ({ spec }) => spec?.type ?? '' },
  {
    name: 'Cluster-IP',
    description: 'Address inside the cluster.',
    cell: ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>',
  },
  { name: 'External-IP', description: 'Addresses and names outside of the cluster.', cell: externalAddress },
  { name: 'Port(s)', description: 'Ports of the service, with those of the nodes.', cell: formatPorts },
  ageColumn,
  {
    name: 'Selector',
    priority: 1,
    description: 'Labels of the pods it leads to.',
    cell: ({ spec }) => formatLabels(spec?.selector),
  },
)

function externalAddress({ spec, status }: Service): string {
  const own = spec?.externalIPs ?? []
  switch (spec?.type) {
    case 'ClusterIP':
    case 'NodePort':
      return own.length > 0 ? own.join(',') : '<none>'
    case 'LoadBalancer': {
      const balancers = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '')
      const all = [...new Set(balancers.filter(Boolean))].sort().concat(own)
      return all.length > 0 ? all.join(',') : '<pending>'
    }
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return '<unknown>'
  }
}

function formatPorts({ spec }: Service): string {
  const ports = (spec?.ports ?? []).map(({ port, nodePort, protocol }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  )
  return ports.length > 0 ? ports.join(',') : '<none>'
}
