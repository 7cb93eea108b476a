import { type ApiServer, startApiServer } from '@skep/apiserver'
import { apiVersionOf, type JsonObject, type KindDefinition } from '@skep/schema'
import { afterAll, beforeAll } from 'vitest'
import type { Client } from '../client.ts'
import { createClient } from '../create-client.ts'
import { installKinds } from '../install-kinds.ts'
import { inProcessTransport } from '../transport/in-process.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const MERGE_PATCH = 'application/merge-patch+json'

const collection = (kind: KindDefinition): string =>
  `/apis/${apiVersionOf(kind)}${kind.scope === 'Cluster' ? '' : '/namespaces/default'}/${kind.plural}`

/** What a test asks of a server that has been given kinds as any Kubernetes would be. */
export interface ServedKinds {
  get(path: string): Promise<JsonObject>
  /** Creates an object as somebody else wrote it, under a name of its own. */
  create(kind: KindDefinition, spec: JsonObject): Promise<{ name: string; spec: unknown }>
  /** Merges a change into an object, or into a subresource of it. */
  patch(kind: KindDefinition, name: string, change: JsonObject, subresource?: string): Promise<JsonObject>
  /** Writes the status of an object as it is given, nulls included. */
  replaceStatus(kind: KindDefinition, name: string, status: JsonObject): Promise<unknown>
  /** What `kubectl get` prints of an object, wide columns included. */
  printed(kind: KindDefinition, name: string): Promise<Record<string, unknown>>
}

/** One server for all tests of a file: no test reads what another wrote. */
export function serveKinds(kinds: readonly KindDefinition[]): ServedKinds {
  let server: ApiServer
  let client: Client
  let created = 0

  beforeAll(async () => {
    server = await startApiServer()
    client = createClient({ transport: inProcessTransport(server) })
    await installKinds(client, kinds, { signal: AbortSignal.timeout(30_000) })
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await server.close()
  })

  const ask = async (path: string, accept = 'application/json'): Promise<JsonObject> => {
    const { body } = await client.raw({ path, headers: { accept } })
    return JSON.parse(body.toString('utf8'))
  }
  return {
    get: (path) => ask(path),
    async create(kind, spec) {
      const name = `demo-${++created}`
      const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name }, spec }
      const { body } = await client.raw({ method: 'POST', path: collection(kind), body: object })
      return { name, spec: JSON.parse(body.toString('utf8')).spec }
    },
    async patch(kind, name, change, subresource) {
      const path = [collection(kind), name, ...(subresource === undefined ? [] : [subresource])].join('/')
      const headers = { 'content-type': MERGE_PATCH }
      const { body } = await client.raw({ method: 'PATCH', path, headers, body: change })
      return JSON.parse(body.toString('utf8'))
    },
    async replaceStatus(kind, name, status) {
      const path = `${collection(kind)}/${name}`
      const object = { ...(await ask(path)), status }
      const { body } = await client.raw({ method: 'PUT', path: `${path}/status`, body: object })
      return JSON.parse(body.toString('utf8')).status
    },
    async printed(kind, name) {
      const { columnDefinitions, rows } = (await ask(`${collection(kind)}/${name}`, TABLE)) as unknown as {
        columnDefinitions: { name: string }[]
        rows: [{ cells: unknown[] }]
      }
      return Object.fromEntries(columnDefinitions.map((column, index) => [column.name, rows[0].cells[index]]))
    },
  }
}
