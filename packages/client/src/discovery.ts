import { hasReason } from '@skep/base'
import type { Client } from './client.ts'
import { type ClientKind, type DynamicObject, kindOf } from './kind.ts'

interface ApiResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

/** Finds out about kinds that are only known by their names, such as those of manifests somebody sent. */
export interface KindResolver {
  /** The kind, or undefined when the server does not serve it. */
  resolve(
    names: { apiVersion: string; kind: string },
    signal?: AbortSignal,
  ): Promise<ClientKind<DynamicObject> | undefined>
}

/** A resolver that asks the server once per API version, and again when a kind is not there: it may have come since. */
export function createKindResolver(client: Client): KindResolver {
  const known = new Map<string, ClientKind<DynamicObject>>()
  return {
    resolve: async ({ apiVersion, kind }, signal) => {
      const id = `${apiVersion}/${kind}`
      if (!known.has(id)) {
        for (const found of await fetchKinds(client, apiVersion, signal))
          known.set(`${apiVersion}/${found.kind}`, found)
      }
      return known.get(id)
    },
  }
}

async function fetchKinds(
  client: Client,
  apiVersion: string,
  signal: AbortSignal | undefined,
): Promise<ClientKind<DynamicObject>[]> {
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  try {
    const { body } = await client.raw({ path, signal })
    const { resources }: { resources: ApiResource[] } = JSON.parse(body.toString('utf8'))
    const subresources = new Set(resources.map(({ name }) => name))
    return resources
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }) => ({
        ...kindOf({ apiVersion, kind, plural: name, namespaced }),
        statusSubresource: subresources.has(`${name}/status`),
      }))
  } catch (error) {
    if (hasReason(error, 'NotFound')) return []
    throw error
  }
}
