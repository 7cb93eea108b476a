import { type ApiServer, type ApiServerOptions, startApiServer } from '@skep/apiserver'
import { createBackoff, createRandom, type Random, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { onTestFinished } from 'vitest'

const schema = s.object({
  ...kubeObject,
  spec: s.object({ text: s.optional(s.string()) }),
  status: s.optional(s.object({ phase: s.optional(s.string()), conditions: s.optional(s.conditions()) })),
})

/** A kind for tests. */
export const Note = defineKind({
  group: 'test.skep.dev',
  version: 'v1',
  kind: 'Note',
  plural: 'notes',
  scope: 'Namespaced',
  statusSubresource: true,
  schema,
})
export type Note = TypeOf<typeof schema>

export const aNote = (name: string, text = '') => ({ metadata: { namespace: 'default', name }, spec: { text } })

/** A cluster whose time is the test's. */
export interface Hub {
  readonly server: ApiServer
  readonly client: Client
  readonly clock: VirtualClock
  readonly random: Random
}

/** Starts one; it is gone after the test. */
export async function startHub(options: ApiServerOptions & { seed?: number } = {}): Promise<Hub> {
  const clock = new VirtualClock()
  const random = createRandom(options.seed ?? 1)
  const server = await startApiServer({ clock, random, controllers: false, kinds: [Note], ...options })
  const client = createClient({ transport: inProcessTransport(server), clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  return { server, client, clock, random }
}

/** Delays of one second, two, four and so on, without chance. */
export const plainBackoff = createBackoff({ baseMs: 1_000, jitter: 0 })

/** Runs something until the test is over, or until `stop` is called, which resolves when it has ended. */
export function runInBackground(start: (signal: AbortSignal) => Promise<void>): {
  stop(): Promise<void>
  ended: Promise<unknown>
} {
  const controller = new AbortController()
  const ended = start(controller.signal).then(
    () => undefined,
    (error: unknown) => error,
  )
  const stop = async () => {
    controller.abort()
    await ended
  }
  onTestFinished(stop)
  return { stop, ended }
}
