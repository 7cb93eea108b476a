import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { listen } from '@skep/controller'
import type { FetchIgnition } from '@skep/sim'
import { answerIgnition, type IgnitionAnswer, type IgnitionRequest } from './answer.ts'
import { createBootstrapKubeconfigs } from './bootstrap.ts'
import { createServerNames, ownCertificate } from './certificates.ts'
import type { IgnitionDependencies, IgnitionParts } from './parts.ts'
import { createIgnitionReads } from './reads.ts'
import { addTokenController } from './token-controller.ts'

/** The ignition server, answering. */
export interface Ignition {
  /** Asks it without a socket. */
  readonly fetch: FetchIgnition
  /** Stops following behaviours; the manager stops the rest. */
  close(): void
}

/** The ignition server, listening. */
export interface IgnitionServer extends Omit<Ignition, 'close'> {
  /** Such as `https://127.0.0.1:22624`. */
  readonly url: string
  /** Such as `127.0.0.1:22624`. */
  readonly address: string
  close(): Promise<void>
}

/** Where it listens. */
export interface IgnitionListenOptions {
  /** `127.0.0.1` unless given. */
  readonly host?: string
  /** Any that is free unless given. */
  readonly port?: number
}

/** The ignition server without a socket. Its controller is added to the manager, which must not have started. */
export const createIgnition = (dependencies: IgnitionDependencies): Ignition => ignitionOf(partsOf(dependencies))

/**
 * Serves the configurations of all machines of all hosted clusters at one address: tokens tell them apart, and so do
 * host names for their certificates. Its controller is added to the manager, which must not have started.
 */
export async function serveIgnition(
  dependencies: IgnitionDependencies,
  { host = '127.0.0.1', port = 0 }: IgnitionListenOptions = {},
): Promise<IgnitionServer> {
  const parts = partsOf(dependencies)
  const ignition = ignitionOf(parts)
  const { certificatePem: cert, keyPem: key } = ownCertificate(host)
  const contextOf = createServerNames(parts.reads)
  const server = createServer(
    { cert, key, SNICallback: (name, found) => found(null, contextOf(name)) },
    (request, response) => void respond(parts, request, response),
  )
  const listening = await listen(server, host, port)
  // The process ends when its work does, not when nobody asks any more.
  server.unref()
  const address = `${host}:${listening.port}`
  const close = async () => {
    ignition.close()
    await listening.close()
  }
  return { url: `https://${address}`, address, fetch: ignition.fetch, close }
}

const partsOf = (dependencies: IgnitionDependencies): IgnitionParts => ({
  ...dependencies,
  reads: createIgnitionReads(dependencies.manager),
  bootstrap: createBootstrapKubeconfigs(dependencies.clock),
})

function ignitionOf(parts: IgnitionParts): Ignition {
  const { stop } = addTokenController(parts)
  return {
    close: stop,
    fetch: async ({ url, headers }) => {
      const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      const { authorization } = Object.fromEntries(names)
      const { status, body } = await answer(parts, { path: new URL(url).pathname, authorization })
      return { status, body }
    },
  }
}

/** Simulated time waits for the answer. */
async function answer(parts: IgnitionParts, request: IgnitionRequest): Promise<IgnitionAnswer> {
  const release = parts.clock.hold()
  try {
    return await answerIgnition(parts, request)
  } finally {
    release()
  }
}

async function respond(parts: IgnitionParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  try {
    const { status, contentType, body } = await answer(parts, { path, authorization: request.headers.authorization })
    response.writeHead(status, { 'Content-Type': contentType }).end(body)
  } catch (error) {
    parts.log.error('Failed to answer a machine', { path, error })
    response.writeHead(500).end()
  }
}
