import { ConfigMap, DaemonSet, Namespace } from '@skep/api'
import { asJson } from '@skep/schema'
import type { Release } from '../../contracts.ts'
import { covers } from '../../control-plane/ensure.ts'
import type { ControlPlane } from '../control-planes.ts'
import type { Tenant } from '../tenants.ts'
import { removeOperators, settleOperators } from '../version/operators.ts'
import { isDisabled } from './capabilities.ts'
import type { ForeignWrites, SettingsClient } from './foreign-writes.ts'
import { INGRESS_NAMESPACE, restoreFoundations } from './foundations.ts'
import { installConfigMap } from './install-config.ts'
import { KONNECTIVITY_AGENT, konnectivityAgents } from './konnectivity-agent.ts'
import { settle, settleWhole } from './settle.ts'
import { chosenSingletons, derivedSingletons } from './singletons.ts'

/** Writes into the clusters of tenants what follows from their control planes. */
export interface TenantConfiguration {
  /** Does it where something may have changed since it last did, here or there. */
  apply(tenant: Tenant, wanted: WantedTenant): Promise<void>
  forget(namespace: string): void
}

/** What a cluster follows from. */
export interface WantedTenant {
  readonly controlPlane: ControlPlane
  readonly release: Release
  readonly now: number
}

/**
 * Remembers what it has applied, so that an event that changes nothing costs nothing. Who starts anew applies once more,
 * and finds that all is as it should be; so does who hears that a tenant has changed something.
 */
export function createTenantConfiguration(foreignWrites: ForeignWrites): TenantConfiguration {
  const applied = new Map<string, string>()
  return {
    apply: async (tenant, wanted) => {
      const { namespace } = tenant
      const inputs = inputsOf(wanted)
      const client = foreignWrites.clientOf(namespace, tenant.api.client)
      const isTouched = foreignWrites.take(namespace)
      if (!isTouched && applied.get(namespace) === inputs) return keepAgents(client, tenant, wanted)
      const isRestored = isTouched || !applied.has(namespace)
      // Until all is done, it is as if nothing had been.
      applied.delete(namespace)
      await applyAll(client, tenant, wanted)
      if (isRestored) await restore(client, tenant, wanted)
      applied.set(namespace, inputs)
    },
    forget: (namespace) => {
      applied.delete(namespace)
      foreignWrites.forget(namespace)
    },
  }
}

const inputsOf = ({ controlPlane: { metadata, status }, release: { version } }: WantedTenant): string =>
  JSON.stringify([metadata.uid, metadata.generation, status?.controlPlaneEndpoint, version])

/** These are followed anyhow, so that it is known when they are not as they should be. */
async function keepAgents(client: SettingsClient, { agents }: Tenant, { release }: WantedTenant): Promise<void> {
  const wanted = konnectivityAgents(release)
  const found = agents.get(KONNECTIVITY_AGENT)
  if (!found || !covers(asJson(found), asJson(wanted))) await settleWhole(client, DaemonSet, wanted, false)
}

async function applyAll(client: SettingsClient, tenant: Tenant, { controlPlane, release }: WantedTenant) {
  // The version is what a cluster gets last.
  const isNew = versionOf(tenant) === undefined
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
  if (isDisabled(controlPlane, 'Ingress')) await client.delete(Namespace, { name: INGRESS_NAMESPACE })
}

/** Makes again what a cluster begins with. One that is new has it all. */
async function restore(client: SettingsClient, tenant: Tenant, wanted: WantedTenant): Promise<void> {
  if (versionOf(tenant)) await restoreFoundations(client, wanted.controlPlane)
  await restoreOperators(client, tenant, wanted)
}

/** A new cluster begins with operators as they should be, and one that is upgraded gets them in the end. */
async function restoreOperators(
  client: SettingsClient,
  tenant: Tenant,
  { controlPlane, release, now }: WantedTenant,
): Promise<void> {
  const [newest, ...older] = versionOf(tenant)?.status?.history ?? []
  const complete = newest?.state === 'Completed'
  if (newest && (complete || older.length === 0))
    await settleOperators(client, controlPlane, { release, complete, now })
}

const versionOf = ({ versions }: Tenant) => versions.get({ name: 'version' })
