import type { Clock } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import type { TenantServer } from './contracts.ts'
import { installOpenShift } from './openshift-version.ts'

/** What new clusters begin with, by version: made once through the API, then copied. */
export interface Templates {
  /** A snapshot with everything that all clusters of the version have in common. */
  of(version: string): Promise<object>
}

/** Where a template is made; no tenant has an id like this. */
const WORKSHOP = 'template.sim.skep.dev'

/** Templates of a server, made when first asked for. */
export function createTemplates(server: TenantServer, clock: Clock): Templates {
  const made = new Map<string, Promise<object>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    of: (version) => {
      const known = made.get(version)
      if (known) return known
      // There is one workshop, so templates are made one after the other.
      const template = last.then(() => makeTemplate(server, clock, version))
      last = template.catch(() => made.delete(version))
      made.set(version, template)
      return template
    },
  }
}

async function makeTemplate(server: TenantServer, clock: Clock, version: string): Promise<object> {
  // What is there was left by a process that did not come to its end.
  await server.clusters.delete(WORKSHOP)
  await server.clusters.create(WORKSHOP)
  const client = createClient({ transport: inProcessTransport(server, { clusterId: WORKSHOP }), clock })
  try {
    await installOpenShift({ client, clock }, version, new AbortController().signal)
    return server.clusters.snapshot(WORKSHOP)
  } finally {
    client.close()
    await server.clusters.delete(WORKSHOP)
  }
}
