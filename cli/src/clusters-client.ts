import { isObject } from '@skep/schema'
import { UserError } from './failure.ts'

/** What a clusters service says of a cluster. */
export interface OrderedCluster {
  readonly id: string
  readonly name: string
  readonly state: string
  /** What it waits for, or why it failed; may be empty. */
  readonly description: string
}

/** Orders and follows clusters over the API of a clusters service. */
export interface ClustersClient {
  order(order: Readonly<Record<string, unknown>>): Promise<OrderedCluster>
  /** By id, or else by name; undefined when there is none. */
  find(nameOrId: string): Promise<OrderedCluster | undefined>
  remove(id: string): Promise<void>
}

const BASE = '/api/clusters_mgmt/v1/clusters'

/** A client for the clusters service at an address such as `http://localhost:8001`. */
export function createClustersClient({ url, signal }: { url: string; signal: AbortSignal }): ClustersClient {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${url.replace(/\/$/, '')}${BASE}${path}`, {
      method,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : parseJson(text) }
  }
  return {
    order: async (order) => clusterOf(accept(await send('POST', '', order))),
    find: async (nameOrId) => {
      const byId = await send('GET', `/${encodeURIComponent(nameOrId)}`)
      if (byId.status !== 404) return clusterOf(accept(byId))
      const search = new URLSearchParams({ search: `name = '${nameOrId.replaceAll("'", "''")}'` })
      const found = accept(await send('GET', `?${search}`))
      const [first] = isObject(found) && Array.isArray(found['items']) ? found['items'] : []
      return first === undefined ? undefined : clusterOf(first)
    },
    remove: async (id) => {
      const answer = await send('DELETE', `/${encodeURIComponent(id)}`)
      if (answer.status !== 404) accept(answer)
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

function accept({ status, body }: Answer): unknown {
  if (status < 400) return body
  const reason = isObject(body) ? body['reason'] : undefined
  throw new UserError(`the clusters service answered ${status}: ${reason ?? JSON.stringify(body)}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function clusterOf(body: unknown): OrderedCluster {
  if (!isObject(body)) throw new UserError('this is no clusters service: it answers with something else than clusters')
  const status = isObject(body['status']) ? body['status'] : {}
  const why = status['provision_error_message'] || status['description'] || ''
  return { id: String(body['id']), name: String(body['name']), state: String(body['state']), description: String(why) }
}
