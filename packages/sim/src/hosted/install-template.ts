import { ClusterOperator, ClusterRoleBinding, ConfigMap, Namespace, ServiceAccount } from '@skep/api'
import { type Clock, hasReason } from '@skep/base'
import { type Client, installKinds } from '@skep/client'
import type { HostedApiStart } from './contracts.ts'
import { hostedClusterKinds } from './openshift-kinds.ts'
import { HOSTED_OPERATORS, operatorStatus } from './operators.ts'
import {
  BOOTSTRAP_ACCOUNT,
  BOOTSTRAP_BINDINGS,
  BOOTSTRAP_NAMESPACE,
  CONNECTIVITY_CHECK,
  EMPTY_SETTINGS,
  HOSTED_NAMESPACES,
} from './template-objects.ts'

/** Fills a cluster with what all hosted clusters of a release have in common. */
export async function installHostedTemplate(
  client: Client,
  clock: Clock,
  start: HostedApiStart,
  signal: AbortSignal,
): Promise<void> {
  await installKinds(client, hostedClusterKinds, { signal, clock })
  await installNamespaces(client, signal)
  const account = { metadata: { namespace: BOOTSTRAP_NAMESPACE, name: BOOTSTRAP_ACCOUNT } }
  await client.create(ServiceAccount, account, { signal })
  for (const binding of BOOTSTRAP_BINDINGS) await client.create(ClusterRoleBinding, binding, { signal })
  for (const kind of EMPTY_SETTINGS) await client.create(kind, emptySettings, { signal })
  await client.create(ConfigMap, { metadata: CONNECTIVITY_CHECK }, { signal })
  for (const [name, available] of HOSTED_OPERATORS) {
    const operator = await client.create(ClusterOperator, { metadata: { name }, spec: {} }, { signal })
    const status = operatorStatus(name, start, { available, now: clock.now() })
    await client.updateStatus(ClusterOperator, { ...operator, status }, { signal })
  }
}

const emptySettings = { metadata: { name: 'cluster' }, spec: {} }

/** With what controllers put into every namespace, so that none of them has to for each cluster. */
async function installNamespaces(client: Client, signal: AbortSignal): Promise<void> {
  const root = await client.get(ConfigMap, { namespace: 'default', name: 'kube-root-ca.crt' }, { signal })
  const data = root?.data ?? {}
  const annotations = root?.metadata.annotations ?? {}
  for (const namespace of HOSTED_NAMESPACES) {
    await client.create(Namespace, { metadata: { name: namespace } }, { signal })
    const account = { metadata: { namespace, name: 'default' } }
    await client.create(ServiceAccount, account, { signal }).catch(ignorePresent)
    const certificates = { metadata: { namespace, name: 'kube-root-ca.crt', annotations }, data }
    await client.create(ConfigMap, certificates, { signal }).catch(ignorePresent)
  }
}

/** A controller may have been faster. */
function ignorePresent(error: unknown): void {
  if (!hasReason(error, 'AlreadyExists')) throw error
}
