import { ClusterRoleBinding, Namespace, ServiceAccount } from '@skep/api'
import { createIfMissing } from '@skep/controller'
import { BOOTSTRAP_ACCOUNT, BOOTSTRAP_BINDINGS, BOOTSTRAP_NAMESPACE, HOSTED_NAMESPACES } from '@skep/sim'
import type { ControlPlane } from '../control-planes.ts'
import { isDisabled } from './capabilities.ts'
import type { SettingsClient } from './foreign-writes.ts'

/** There only where the cluster has ingress. */
export const INGRESS_NAMESPACE = 'openshift-ingress'

/** Where an object is that a cluster begins with. */
interface Place {
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** Whether an object is one that every cluster begins with, and without which machines could not join it. */
export function isFoundation({ resource, namespace, name }: Place): boolean {
  if (resource === 'namespaces') return HOSTED_NAMESPACES.includes(name)
  if (resource === 'clusterrolebindings') return BOOTSTRAP_BINDINGS.some(({ metadata }) => metadata.name === name)
  return resource === 'serviceaccounts' && namespace === BOOTSTRAP_NAMESPACE && name === BOOTSTRAP_ACCOUNT
}

/** Makes those again that somebody has deleted. What is still going is heard of once more when it is gone. */
export async function restoreFoundations(client: SettingsClient, controlPlane: ControlPlane): Promise<void> {
  const { items } = await client.list(Namespace)
  const present = new Set(items.map(({ metadata }) => metadata.name))
  const lacking = HOSTED_NAMESPACES.filter((name) => !present.has(name) && !isLeftOut(controlPlane, name))
  for (const name of lacking) await createIfMissing(client, Namespace, { metadata: { name } })
  for (const binding of BOOTSTRAP_BINDINGS) await createIfMissing(client, ClusterRoleBinding, binding)
  const home = items.find(({ metadata }) => metadata.name === BOOTSTRAP_NAMESPACE)
  if (home?.metadata.deletionTimestamp !== undefined) return
  await createIfMissing(client, ServiceAccount, {
    metadata: { namespace: BOOTSTRAP_NAMESPACE, name: BOOTSTRAP_ACCOUNT },
  })
}

const isLeftOut = (controlPlane: ControlPlane, namespace: string): boolean =>
  namespace === INGRESS_NAMESPACE && isDisabled(controlPlane, 'Ingress')
