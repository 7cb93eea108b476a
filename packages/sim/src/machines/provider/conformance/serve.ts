import { clusterApiKinds, infrastructureProviderKinds } from '@skep/api'
import { createRandom, type Random, VirtualClock } from '@skep/base'
import { type Client, createClient, type InProcessServer, inProcessTransport, installKinds } from '@skep/client'
import type { KindDefinition } from '@skep/schema'
import { onTestFinished } from 'vitest'

/** Starts an embedded API server: `startApiServer`, which only tests may import. */
export type StartServer = (options: {
  clock: VirtualClock
  random: Random
}) => Promise<InProcessServer & { close(): Promise<void> }>

/** An API in virtual time that serves the kinds of Cluster API, of its providers, and others that a test needs. */
export async function serveProviderKinds(
  startServer: StartServer,
  more: readonly KindDefinition[] = [],
): Promise<{ client: Client; clock: VirtualClock }> {
  const clock = new VirtualClock()
  const server = await startServer({ clock, random: createRandom(1) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  const { signal } = new AbortController()
  await installKinds(client, [...clusterApiKinds, ...infrastructureProviderKinds, ...more], { clock, signal })
  return { client, clock }
}
