import { Namespace } from '@skep/api'
import { hasReason, StatusError } from '@skep/base'
import { type Client, type Draft, objectKey } from '@skep/client'
import { Mistake } from '@skep/controller'
import { HOSTED_CLUSTER_ANNOTATION } from '../naming.ts'
import { ensure } from './ensure.ts'
import { ANNOTATIONS } from './keys.ts'
import type { Scope } from './scope.ts'

/** That of a label (RFC 1123), which the name of a namespace is. */
const MAX_NAME_LENGTH = 63

const POD_SECURITY_MODES = ['enforce', 'audit', 'warn'] as const

/** The hosted cluster that a namespace is for, as `NAMESPACE/NAME`; undefined when it is nobody's. */
export const namespaceOwner = (namespace: Namespace | undefined): string | undefined =>
  namespace?.metadata.annotations?.[HOSTED_CLUSTER_ANNOTATION]

/** Makes the namespace of the control plane. Throws when it is that of another one: names may run together. */
export async function ensureNamespace({ parts, hostedCluster, namespace }: Scope): Promise<void> {
  if (namespace.length > MAX_NAME_LENGTH) {
    throw new Mistake(
      `the control plane needs namespace ${namespace}, which is longer than ${MAX_NAME_LENGTH} characters: choose another name`,
    )
  }
  // One that has just come may be unknown here, and somebody else's.
  const known =
    parts.reads.namespaces.get({ name: namespace }) ?? (await parts.client.get(Namespace, { name: namespace }))
  const owner = namespaceOwner(known)
  const self = objectKey(hostedCluster.metadata)
  if (owner !== undefined && owner !== self) {
    throw new Mistake(`namespace ${namespace} is that of HostedCluster ${owner}: choose another name`)
  }
  const { annotations = {} } = hostedCluster.metadata
  const level = annotations[ANNOTATIONS.podSecurityOverride] || 'restricted'
  const resourceId = annotations[ANNOTATIONS.azureResourceId]
  const wanted = {
    metadata: {
      name: namespace,
      labels: {
        'hypershift.openshift.io/hosted-control-plane': 'true',
        ...Object.fromEntries(POD_SECURITY_MODES.map((mode) => [`pod-security.kubernetes.io/${mode}`, level])),
        'security.openshift.io/scc.podSecurityLabelSync': 'false',
        ...(hostedCluster.spec.monitoring ? { 'openshift.io/cluster-monitoring': 'true' } : {}),
      },
      annotations: {
        [HOSTED_CLUSTER_ANNOTATION]: self,
        ...(resourceId === undefined ? {} : { [ANNOTATIONS.azureResourceId]: resourceId }),
      },
    },
  }
  if (known) await ensure(parts.client, Namespace, known, wanted)
  else await create(parts.client, wanted)
}

/** Another one of the same name is nothing to change: it is looked at again, now that it is there. */
async function create(client: Client, wanted: Draft<Namespace>): Promise<void> {
  try {
    await client.create(Namespace, wanted)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
    throw new StatusError('Conflict', error.message)
  }
}
