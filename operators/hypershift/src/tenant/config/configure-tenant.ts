import { ConfigMap, DaemonSet, Namespace } from '@skep/api'
import type { Release } from '../../contracts.ts'
import type { ControlPlane } from '../control-planes.ts'
import type { Tenant } from '../tenants.ts'
import { removeOperators } from '../version/operators.ts'
import { isDisabled } from './capabilities.ts'
import { installConfigMap } from './install-config.ts'
import { konnectivityAgents } from './konnectivity-agent.ts'
import { settle, settleWhole } from './settle.ts'
import { chosenSingletons, derivedSingletons } from './singletons.ts'

/** Writes into the clusters of tenants what follows from their control planes. */
export interface TenantConfiguration {
  /** Does it where something may have changed since it last did. */
  apply(tenant: Tenant, controlPlane: ControlPlane, release: Release): Promise<void>
  forget(namespace: string): void
}

/**
 * Remembers what it has applied, so that an event that changes nothing costs nothing. Who starts anew applies once more,
 * and finds that all is as it should be.
 */
export function createTenantConfiguration(): TenantConfiguration {
  const applied = new Map<string, string>()
  return {
    apply: async (tenant, controlPlane, release) => {
      const inputs = inputsOf(controlPlane, release)
      if (applied.get(tenant.namespace) === inputs) return
      await applyAll(tenant, controlPlane, release)
      applied.set(tenant.namespace, inputs)
    },
    forget: (namespace) => void applied.delete(namespace),
  }
}

const inputsOf = ({ metadata: { uid, generation }, status }: ControlPlane, { version }: Release): string =>
  JSON.stringify([uid, generation, status?.controlPlaneEndpoint, version])

async function applyAll({ api: { client }, versions }: Tenant, controlPlane: ControlPlane, release: Release) {
  // The version is what a cluster gets last.
  const isNew = versions.get({ name: 'version' }) === undefined
  for (const { kind, spec, status } of derivedSingletons(controlPlane)) {
    await settle(client, { kind, name: 'cluster', spec, ...(status ? { status } : {}) }, isNew)
  }
  for (const { kind, spec } of chosenSingletons(controlPlane)) {
    // A new cluster begins with empty ones.
    if (!isNew || Object.keys(spec).length > 0) await settle(client, { kind, name: 'cluster', spec }, false)
  }
  await settleWhole(client, ConfigMap, installConfigMap(controlPlane), isNew)
  await settleWhole(client, DaemonSet, konnectivityAgents(release), isNew)
  await removeOperators(client, controlPlane)
  if (isDisabled(controlPlane, 'Ingress')) await client.delete(Namespace, { name: 'openshift-ingress' })
}
