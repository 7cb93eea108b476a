import { type Client, type DynamicObject, kindOf, type Stored } from '@skep/client'

/** An object of any kind. */
export type AnyObject = Stored<DynamicObject>

interface ApiResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** What comes and goes by itself, and says nothing of clusters. */
const PASSING = new Set(['Event', 'Lease'])

/** Every object that the server has, of every kind that it serves, each once. */
export async function readInventory(client: Client): Promise<AnyObject[]> {
  const found = new Map<string, AnyObject>()
  for (const apiVersion of await preferredVersions(client)) {
    for (const { name: plural, kind, namespaced } of await listable(client, apiVersion)) {
      if (PASSING.has(kind)) continue
      const { items } = await client.list(kindOf({ apiVersion, kind, plural, namespaced }))
      for (const object of items) found.set(object.metadata.uid, { ...object, apiVersion, kind })
    }
  }
  return [...found.values()]
}

/** `KIND NAMESPACE/NAME` of an object. */
export const placeOf = ({ kind, metadata: { namespace, name } }: AnyObject): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

async function preferredVersions(client: Client): Promise<string[]> {
  const { groups } = await read<{ groups: { preferredVersion: { groupVersion: string } }[] }>(client, '/apis')
  return ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)]
}

async function listable(client: Client, apiVersion: string): Promise<ApiResource[]> {
  const path = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const { resources } = await read<{ resources: ApiResource[] }>(client, path)
  return resources.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list'))
}

async function read<T>(client: Client, path: string): Promise<T> {
  const { body } = await client.raw({ path })
  return JSON.parse(body.toString('utf8'))
}
