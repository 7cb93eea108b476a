import { createHmac } from 'node:crypto'
import type { ConfigMap } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView, GroupResource } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, isResource, serviceAccount } from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { CONFIG_MAPS, SECRETS } from '../resources.ts'
import { isSame } from '../workloads/status-writer.ts'
import { type BootstrapToken, goodTokens, isTokenEvent } from './bootstrap-tokens.ts'

const NAMESPACE = 'kube-public'
const NAME = 'cluster-info'
const ROLE = 'kubeadm:bootstrap-signer-clusterinfo'
const KUBECONFIG = 'kubeconfig'
const SIGNATURE_PREFIX = 'jws-kubeconfig-'
const RBAC = 'rbac.authorization.k8s.io'

/** How anyone reaches a cluster. */
export interface ClusterAddress {
  readonly server: string
  readonly caPem: string
}

/**
 * Publishes where a cluster is and who vouches for its server, signed with every token that may do so: what a new node
 * reads first. Nothing is published in clusters without such a token.
 */
export function clusterInfoSigner(
  { clock }: ControllerContext,
  addressOf: (clusterId: string) => ClusterAddress,
): ControllerDefinition {
  return {
    name: 'bootstrap-signer',
    identity: serviceAccount('bootstrap-signer'),
    watches: [SECRETS, CONFIG_MAPS],
    keysOf: (event) =>
      isTokenEvent(event) || isClusterInfo(event)
        ? [{ clusterId: event.clusterId, namespace: NAMESPACE, name: NAME }]
        : [],
    reconcile: async ({ clusterId }, cluster) => {
      const tokens = goodTokens(cluster, clock.now()).filter(({ signs }) => signs)
      const present = cluster.objects.get(CONFIG_MAPS, NAMESPACE, NAME) as ConfigMap | undefined
      if (!present && tokens.length > 0) await publish(cluster, addressOf(clusterId))
      await sign(cluster, tokens)
      const ends = tokens.flatMap(({ expiresAt }) => expiresAt ?? [])
      return ends.length === 0 ? undefined : { requeueAfterMs: Math.min(...ends) - clock.now() }
    },
  }
}

const isClusterInfo = (event: ObjectEvent): boolean =>
  isResource(event, CONFIG_MAPS) && event.namespace === NAMESPACE && event.name === NAME

/** The address, and the right of everyone to read it. */
async function publish(cluster: ClusterView, address: ClusterAddress): Promise<void> {
  const place = { namespace: NAMESPACE }
  await createOnce(cluster, CONFIG_MAPS, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...place, name: NAME },
    data: { [KUBECONFIG]: publicKubeconfig(address) },
  } as ConfigMap)
  await createOnce(cluster, { group: RBAC, resource: 'roles' }, {
    apiVersion: `${RBAC}/v1`,
    kind: 'Role',
    metadata: { ...place, name: ROLE },
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: [NAME], verbs: ['get'] }],
  } as KubeObject)
  await createOnce(cluster, { group: RBAC, resource: 'rolebindings' }, {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { ...place, name: ROLE },
    roleRef: { apiGroup: RBAC, kind: 'Role', name: ROLE },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'system:anonymous' }],
  } as KubeObject)
}

async function createOnce(cluster: ClusterView, at: GroupResource, object: KubeObject): Promise<void> {
  try {
    await cluster.objects.create(at, NAMESPACE, object)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

/** A kubeconfig that knows the cluster and no user. */
const publicKubeconfig = ({ server, caPem }: ClusterAddress): string =>
  [
    'apiVersion: v1',
    'clusters:',
    '- cluster:',
    `    certificate-authority-data: ${Buffer.from(caPem).toString('base64')}`,
    `    server: ${server}`,
    '  name: ""',
    'contexts: null',
    'current-context: ""',
    'kind: Config',
    'users: null',
    '',
  ].join('\n')

async function sign(cluster: ClusterView, tokens: readonly BootstrapToken[]): Promise<void> {
  await cluster.objects.modify(CONFIG_MAPS, NAMESPACE, NAME, (stored) => {
    const map = stored as ConfigMap
    const content = map.data?.[KUBECONFIG]
    const others = Object.entries(map.data ?? {}).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX))
    const signatures =
      content === undefined
        ? []
        : tokens.map((token) => [`${SIGNATURE_PREFIX}${token.id}`, detachedJws(content, token)])
    const data = Object.fromEntries([...others, ...signatures]) as Record<string, string>
    return isSame(data, map.data ?? {}) ? undefined : ({ ...map, data } as ConfigMap)
  })
}

/** A signature in compact form with the content left out (RFC 7515, appendix F). */
function detachedJws(content: string, { id, secret }: BootstrapToken): string {
  const header = encode(JSON.stringify({ alg: 'HS256', kid: id }))
  const signature = createHmac('sha256', secret)
    .update(`${header}.${encode(content)}`)
    .digest('base64url')
  return `${header}..${signature}`
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')
