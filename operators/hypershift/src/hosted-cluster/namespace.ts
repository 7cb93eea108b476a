import { Namespace } from '@skep/api'
import { ensure } from './ensure.ts'
import { ANNOTATIONS } from './keys.ts'
import type { Scope } from './scope.ts'

const POD_SECURITY_MODES = ['enforce', 'audit', 'warn'] as const

/** Makes the namespace of the control plane. */
export async function ensureNamespace({ parts, hostedCluster, namespace }: Scope): Promise<void> {
  const { annotations = {} } = hostedCluster.metadata
  const level = annotations[ANNOTATIONS.podSecurityOverride] || 'restricted'
  const resourceId = annotations[ANNOTATIONS.azureResourceId]
  await ensure(parts.client, Namespace, parts.reads.namespaces.get({ name: namespace }), {
    metadata: {
      name: namespace,
      labels: {
        'hypershift.openshift.io/hosted-control-plane': 'true',
        ...Object.fromEntries(POD_SECURITY_MODES.map((mode) => [`pod-security.kubernetes.io/${mode}`, level])),
        'security.openshift.io/scc.podSecurityLabelSync': 'false',
        ...(hostedCluster.spec.monitoring ? { 'openshift.io/cluster-monitoring': 'true' } : {}),
      },
      ...(resourceId === undefined ? {} : { annotations: { [ANNOTATIONS.azureResourceId]: resourceId } }),
    },
  })
}
