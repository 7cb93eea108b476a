import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Node } from './node.ts'

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'

/** What `kubectl get nodes` shows. */
export const nodeTable = defineTable<Node>(
  nameColumn,
  { name: 'Status', description: 'Whether the node is ready and takes new pods.', cell: formatStatus },
  { name: 'Roles', description: 'What the node is for.', cell: formatRoles },
  ageColumn,
  {
    name: 'Version',
    description: 'Version of its kubelet.',
    cell: ({ status }) => status?.nodeInfo?.kubeletVersion ?? '',
  },
  {
    name: 'Internal-IP',
    priority: 1,
    description: 'Address inside the cluster.',
    cell: (node) => addressOf(node, 'InternalIP'),
  },
  {
    name: 'External-IP',
    priority: 1,
    description: 'Address outside of the cluster.',
    cell: (node) => addressOf(node, 'ExternalIP'),
  },
  {
    name: 'OS-Image',
    priority: 1,
    description: 'Distribution that it runs.',
    cell: ({ status }) => status?.nodeInfo?.osImage || '<unknown>',
  },
  {
    name: 'Kernel-Version',
    priority: 1,
    description: 'Kernel that it runs.',
    cell: ({ status }) => {
      const { kernelVersion, architecture } = status?.nodeInfo ?? {}
      return `${kernelVersion || '<unknown>'}${architecture ? ` (${architecture})` : ''}`
    },
  },
  {
    name: 'Container-Runtime',
    priority: 1,
    description: 'Container runtime that it has.',
    cell: ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
  },
)

function formatStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word
}

function formatRoles({ metadata }: Node): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)]
    return key === ROLE_LABEL ? [value] : []
  })
  return [...new Set(roles.filter(Boolean))].sort().join(',') || '<none>'
}

const addressOf = ({ status }: Node, type: string): string =>
  status?.addresses?.find((address) => address.type === type)?.address ?? '<none>'
