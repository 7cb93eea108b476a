import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Node } from './node.ts'

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'

/** What `kubectl get nodes` shows. */
export const nodeTable = defineTable<Node>(
  nameColumn,
  { name: 'Status', description: 'The status of the node', cell: formatStatus },
  { name: 'Roles', description: 'The roles of the node', cell: formatRoles },
  ageColumn,
  {
    name: 'Version',
    description: 'Kubelet Version reported by the node.',
    cell: ({ status }) => status?.nodeInfo?.kubeletVersion ?? '',
  },
  {
    name: 'Internal-IP',
    priority: 1,
    description:
      "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
    cell: (node) => addressOf(node, 'InternalIP'),
  },
  {
    name: 'External-IP',
    priority: 1,
    description:
      "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
    cell: (node) => addressOf(node, 'ExternalIP'),
  },
  {
    name: 'OS-Image',
    priority: 1,
    description: 'OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).',
    cell: ({ status }) => status?.nodeInfo?.osImage || '<unknown>',
  },
  {
    name: 'Kernel-Version',
    priority: 1,
    description: "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
    cell: ({ status }) => {
      const { kernelVersion, architecture } = status?.nodeInfo ?? {}
      return `${kernelVersion || '<unknown>'}${architecture ? ` (${architecture})` : ''}`
    },
  },
  {
    name: 'Container-Runtime',
    priority: 1,
    description: 'ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).',
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
