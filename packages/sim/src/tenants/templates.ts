import type { Clock } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import type { TenantServer } from './contracts.ts'

/** Fills a new cluster with what others are to begin with. */
export type InstallTemplate = (client: Client, signal: AbortSignal) => Promise<void>

/** What new clusters begin with: made once through the API, then copied. */
export interface Templates {
  /** A snapshot with everything that all clusters of a name, such as their version, have in common. */
  of(name: string, install: InstallTemplate): Promise<object>
}

/** Where a template is made; no tenant has an id like this. */
const WORKSHOP = 'template.sim.skep.dev'

/** What is under way in the workshop of a server, whoever asked for it. */
const workshops = new WeakMap<TenantServer, Promise<unknown>>()

/** Templates of a server, made when first asked for. */
export function createTemplates(server: TenantServer, clock: Clock): Templates {
  const made = new Map<string, Promise<object>>()
  return {
    of: (name, install) => {
      const known = made.get(name)
      if (known) return known
      // There is one workshop, so templates are made one after the other.
      const last = workshops.get(server) ?? Promise.resolve()
      const template = last.then(() => makeTemplate(server, clock, install))
      workshops.set(
        server,
        template.catch(() => made.delete(name)),
      )
      made.set(name, template)
      return template
    },
  }
}

async function makeTemplate(server: TenantServer, clock: Clock, install: InstallTemplate): Promise<object> {
  // What is there was left by a process that did not come to its end.
  await server.clusters.delete(WORKSHOP)
  await server.clusters.create(WORKSHOP)
  const client = createClient({ transport: inProcessTransport(server, { clusterId: WORKSHOP }), clock })
  try {
    await install(client, new AbortController().signal)
    return server.clusters.snapshot(WORKSHOP)
  } finally {
    client.close()
    await server.clusters.delete(WORKSHOP)
  }
}
