import { setTimeout as sleep } from 'node:timers/promises'

/** What the service says of a cluster. */
export interface OrderedCluster {
  readonly id: string
  readonly name: string
  readonly state: string
}

/** Somebody who orders clusters, and does not give up while the service is away. */
export interface Customer {
  /** Orders a cluster; once, however often the answer got lost. */
  order(cluster: { readonly name: string; readonly version: string }): Promise<void>
  delete(id: string): Promise<void>
  clusters(): Promise<OrderedCluster[]>
  /** How many clusters a search finds; all unless given. */
  count(search?: string): Promise<number>
}

const ASK_AGAIN_MS = 50

/** A customer of the service at an address. */
export function createCustomer(url: string): Customer {
  return {
    order: async ({ name, version }) => {
      const body = {
        name,
        version: { id: version },
        cloud_provider: { id: 'aws' },
        region: { id: 'us-east-1' },
        managed: true,
      }
      const { status, text } = await ask(`${url}/clusters`, { method: 'POST', body: JSON.stringify(body) })
      // A name that is taken is ours: the answer to an order before this one was lost.
      if (status !== 201 && !text.includes('already exists')) throw new Error(`order of ${name}: ${status} ${text}`)
    },
    delete: async (id) => {
      const { status, text } = await ask(`${url}/clusters/${id}`, { method: 'DELETE' })
      if (status !== 204 && status !== 404) throw new Error(`deletion of ${id}: ${status} ${text}`)
    },
    clusters: async () => {
      const { text } = await ask(`${url}/clusters?size=1000`)
      // The service's own answer to a list.
      return (JSON.parse(text) as { items: OrderedCluster[] }).items
    },
    count: async (search = '') => {
      const { text } = await ask(`${url}/clusters?size=1&search=${encodeURIComponent(search)}`)
      return (JSON.parse(text) as { total: number }).total
    },
  }
}

/** Asks until there is an answer that is about the question rather than about a trouble of the service. */
async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  for (;;) {
    try {
      const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json' } })
      const text = await answer.text()
      if (answer.status < 500) return { status: answer.status, text }
    } catch (error) {
      // That is how fetch says that there was no connection.
      if (!(error instanceof TypeError)) throw error
    }
    await sleep(ASK_AGAIN_MS)
  }
}
