import type { Client, ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { HostedWrite } from '@skep/sim'
import { isFoundation } from './foundations.ts'
import { INSTALL_CONFIG } from './install-config.ts'

/** What settings of a tenant are written with. */
export type SettingsClient = Pick<Client, 'get' | 'list' | 'create' | 'update' | 'updateStatus' | 'delete'>

/** Where an object is, as far as it matters here. */
type Place = Omit<HostedWrite, 'id' | 'resourceVersion'>

const SETTINGS_GROUP = 'config.openshift.io'

/** Whether an object says what its control plane decides. The version is followed by a watch of its own. */
export function isSetting(place: Place): boolean {
  const { group, resource, namespace, name } = place
  if (group === SETTINGS_GROUP)
    return resource === 'clusteroperators' || (name === 'cluster' && resource !== 'clusterversions')
  const isInstallConfig = name === INSTALL_CONFIG.name && namespace === INSTALL_CONFIG.namespace
  return (isInstallConfig && resource === 'configmaps') || isFoundation(place)
}

/**
 * Tells what tenants write into their settings from what is written here. Every write is heard of, and of those from
 * here it is known as well that they are: the two cancel out, in either order, so that nothing is kept of settings that
 * nobody touches.
 */
export class ForeignWrites {
  /** Versions that were written here and not heard of, by tenant. */
  readonly #own = new Versions()
  /** Versions that were heard of, and nobody here has said that they are theirs. */
  readonly #heard = new Versions()

  /** Notes a write of a setting, by whomever. */
  hear({ id, resourceVersion }: HostedWrite): void {
    if (!this.#own.remove(id, resourceVersion)) this.#heard.add(id, resourceVersion)
  }

  /** Whether somebody else has written the settings of a tenant. */
  has(id: string): boolean {
    return this.#heard.hasAny(id)
  }

  /** The same, and forgets it. */
  take(id: string): boolean {
    return this.#heard.forget(id)
  }

  forget(id: string): void {
    this.#heard.forget(id)
    this.#own.forget(id)
  }

  /** A client for the settings of a tenant, whose writes are not the tenant's. */
  clientOf(id: string, client: Client): SettingsClient {
    const noted = async <T extends KubeObject>(kind: ClientKind<T>, written: Promise<Stored<T>>) => {
      const object = await written
      const { namespace = '', name, resourceVersion } = object.metadata
      const isOwn = isSetting({ group: kind.group, resource: kind.plural, namespace, name })
      if (isOwn && !this.#heard.remove(id, resourceVersion)) this.#own.add(id, resourceVersion)
      return object
    }
    return {
      get: (kind, ref, options) => client.get(kind, ref, options),
      list: (kind, options) => client.list(kind, options),
      create: (kind, draft, options) => noted(kind, client.create(kind, draft, options)),
      update: (kind, draft, options) => noted(kind, client.update(kind, draft, options)),
      updateStatus: (kind, object, options) => noted(kind, client.updateStatus(kind, object, options)),
      delete: (kind, ref, options) => client.delete(kind, ref, options),
    }
  }
}

/** Versions by tenant. */
class Versions {
  readonly #byTenant = new Map<string, Set<string>>()

  add(id: string, version: string): void {
    const versions = this.#byTenant.get(id)
    if (versions) versions.add(version)
    else this.#byTenant.set(id, new Set([version]))
  }

  /** False when it was not there. */
  remove(id: string, version: string): boolean {
    const versions = this.#byTenant.get(id)
    if (!versions?.delete(version)) return false
    if (versions.size === 0) this.#byTenant.delete(id)
    return true
  }

  hasAny(id: string): boolean {
    return this.#byTenant.has(id)
  }

  /** False when there were none. */
  forget(id: string): boolean {
    return this.#byTenant.delete(id)
  }
}
