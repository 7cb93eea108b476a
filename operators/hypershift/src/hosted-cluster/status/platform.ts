import { type ConditionUpdate, isConditionTrue } from '@skep/controller'
import { findSecret } from '../lookups.ts'
import { INDEX } from '../reads.ts'
import { conditionOf, type Scope, state } from '../scope.ts'

const KARPENTER_COMPONENTS = ['karpenter', 'karpenter-operator'] as const

/** Whether nodes are made for pods that find none. */
export function autoNodeEnabled({ parts, namespace, hostedCluster }: Scope): ConditionUpdate {
  const type = 'AutoNodeEnabled'
  if (!hostedCluster.spec.autoNode) {
    const message = 'AutoNode provisioner is not configured'
    return { type, status: 'False', reason: 'AutoNodeNotConfigured', message }
  }
  const missing = KARPENTER_COMPONENTS.filter((name) => {
    const component = parts.reads.components.get({ namespace, name })
    return !isConditionTrue(component?.status?.conditions, 'RolloutComplete')
  })
  if (missing.length === 0) return { type, status: 'True', reason: 'AsExpected', message: 'AutoNode is ready' }
  const message = `AutoNode is being enabled: waiting for components: ${missing.join(', ')}`
  return { type, status: 'False', reason: 'AutoNodeProgressing', message }
}

/** Whether an etcd that somebody else runs can be reached, so far as the Secret for it tells. */
export async function unmanagedEtcdAvailable(scope: Scope): Promise<ConditionUpdate | undefined> {
  const type = 'UnmanagedEtcdAvailable'
  const { unmanaged } = scope.hostedCluster.spec.etcd
  if (!unmanaged) return undefined
  const name = unmanaged.tls.clientSecret.name ?? ''
  const secret = await findSecret(scope, name)
  const lacks = (key: string) => secret?.data?.[key] === undefined
  const problems: [boolean, string][] = [
    [secret === undefined, `missing TLS client secret ${name}`],
    [lacks('etcd-client.crt'), `etcd secret ${name} does not have client cert`],
    [lacks('etcd-client.key'), `etcd secret ${name} does not have client key`],
    [lacks('etcd-client-ca.crt'), `etcd secret ${name} does not have client ca`],
  ]
  const message = problems.find(([isProblem]) => isProblem)?.[1]
  if (message === undefined) return { type, status: 'True', reason: 'UnmanagedEtcdAsExpected' }
  return { type, status: 'False', reason: 'UnmanagedEtcdMisconfigured', message }
}

/** States what only some platforms have to say. */
export function statePlatform(scope: Scope): void {
  const { type } = scope.hostedCluster.spec.platform
  if (type === 'KubeVirt') state(scope, liveMigratable(scope))
  const exposed = type === 'Azure' ? publicEndpointExposed(scope) : undefined
  if (exposed) state(scope, exposed)
  if (type === 'AWS' && scope.controlPlane) {
    const message = 'OIDC configuration is valid'
    state(scope, { type: 'ValidOIDCConfiguration', status: 'True', reason: 'AsExpected', message })
  }
}

function liveMigratable({ parts, hostedCluster: { metadata } }: Scope): ConditionUpdate {
  const type = 'KubeVirtNodesLiveMigratable'
  const stuck = parts.reads.nodePools
    .find(INDEX.hostedCluster, `${metadata.namespace}/${metadata.name}`)
    .filter(({ status }) => status?.conditions?.some((known) => known.type === type && known.status === 'False'))
    .map(({ metadata: { name } }) => name)
    .sort()
  if (stuck.length === 0) return { type, status: 'True', reason: 'AsExpected', message: 'All is well' }
  const message = `Some nodes of these NodePools cannot be moved to another host while they run: ${stuck.join(', ')}`
  return { type, status: 'False', reason: 'KubeVirtNodesNotLiveMigratable', message }
}

/** Whether the API of a cluster with a private network is reached from outside it. */
function publicEndpointExposed(scope: Scope): ConditionUpdate | undefined {
  const type = 'PublicEndpointExposed'
  const { azure } = scope.hostedCluster.spec.platform
  if (azure?.private?.type !== 'Swift') return undefined
  if (azure.topology === 'Private') {
    const message = 'Public API server endpoint is not exposed via shared ingress'
    return { type, status: 'False', reason: 'TopologyPrivate', message }
  }
  const answers = isConditionTrue(scope.controlPlane?.status?.conditions, 'KubeAPIServerAvailable')
  if (answers || conditionOf(scope, type)?.status === 'True') {
    const message = 'Public API server endpoint is reachable via shared ingress'
    return { type, status: 'True', reason: 'SharedIngressConfigured', message }
  }
  const message = 'Public endpoint configuration in progress'
  return { type, status: 'False', reason: 'ConvergenceInProgress', message }
}
