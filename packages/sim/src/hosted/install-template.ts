import { ClusterOperator, ClusterRoleBinding, ConfigMap, Namespace, ServiceAccount } from '@skep/api'
import type { Clock } from '@skep/base'
import { type Client, installKinds } from '@skep/client'
import { createIfMissing } from '@skep/controller'
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
    // A controller may have been faster.
    const account = { metadata: { namespace, name: 'default' } }
    await createIfMissing(client, ServiceAccount, account, { signal })
    const certificates = { metadata: { namespace, name: 'kube-root-ca.crt', annotations }, data }
    await createIfMissing(client, ConfigMap, certificates, { signal })
  }
}
