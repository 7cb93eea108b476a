import type { GroupVersionKind, ServedResource } from '../contracts.ts'

/** A subresource as discovery shows it. `kind` without a group is of the resource's own group and version. */
export interface Subresource {
  name: string
  kind: string
  /** Set when the kind belongs to another group than the resource. */
  foreign?: Pick<GroupVersionKind, 'group' | 'version'>
  verbs: readonly string[]
}

const READ_WRITE = ['get', 'patch', 'update']
const PROXY = ['create', 'delete', 'get', 'patch', 'update']
const CONNECT = ['create', 'get']

/** Subresources of built-in kinds beyond status and scale, by `resource.group`. */
const EXTRA: Readonly<Record<string, readonly Subresource[]>> = {
  'namespaces.': [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
  'nodes.': [{ name: 'proxy', kind: 'NodeProxyOptions', verbs: PROXY }],
  'pods.': [
    { name: 'attach', kind: 'PodAttachOptions', verbs: CONNECT },
    { name: 'binding', kind: 'Binding', verbs: ['create'] },
    { name: 'ephemeralcontainers', kind: 'Pod', verbs: READ_WRITE },
    { name: 'eviction', kind: 'Eviction', foreign: { group: 'policy', version: 'v1' }, verbs: ['create'] },
    { name: 'exec', kind: 'PodExecOptions', verbs: CONNECT },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'portforward', kind: 'PodPortForwardOptions', verbs: CONNECT },
    { name: 'proxy', kind: 'PodProxyOptions', verbs: PROXY },
    { name: 'resize', kind: 'Pod', verbs: READ_WRITE },
  ],
  'services.': [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: PROXY }],
  'serviceaccounts.': [
    {
      name: 'token',
      kind: 'TokenRequest',
      foreign: { group: 'authentication.k8s.io', version: 'v1' },
      verbs: ['create'],
    },
  ],
  'certificatesigningrequests.certificates.k8s.io': [
    { name: 'approval', kind: 'CertificateSigningRequest', verbs: READ_WRITE },
  ],
}

/** All subresources of a resource: custom resources as their CRD declares them, built-in ones by name. */
export function subresourcesOf(resource: ServedResource): Subresource[] {
  const status: Subresource = { name: 'status', kind: resource.kind, verbs: READ_WRITE }
  const scale: Subresource = {
    name: 'scale',
    kind: 'Scale',
    foreign: { group: 'autoscaling', version: 'v1' },
    verbs: READ_WRITE,
  }
  const all = [
    ...(resource.statusSubresource ? [status] : []),
    ...(resource.scale ? [scale] : []),
    ...(resource.custom ? [] : (EXTRA[`${resource.resource}.${resource.group}`] ?? [])),
  ]
  return resource.custom ? all : all.sort((a, b) => (a.name < b.name ? -1 : 1))
}
