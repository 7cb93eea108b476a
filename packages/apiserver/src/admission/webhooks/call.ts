import https from 'node:https'
import { findLocalServer, type LocalAnswer, type LocalServer } from '@skep/base'
import { isObject, type Json, type JsonObject } from '@skep/schema'
import type { Endpoint } from './endpoint.ts'

/** An answer larger than this is none. */
const MAX_BODY = 10 * 1024 * 1024

/** Connections to webhooks are kept open: most writes ask the same few. */
const agent = new https.Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a review and returns the parsed answer. Fails in words that say what went wrong with the call. */
export async function postReview(endpoint: Endpoint, review: JsonObject, timeoutSeconds: number): Promise<JsonObject> {
  const url = new URL(endpoint.url)
  url.searchParams.set('timeout', `${timeoutSeconds}s`)
  const local = findLocalServer(`https://${endpoint.host}:${endpoint.port}`, endpoint.ca)
  const ask = local ? (...call: Call) => askLocally(local, ...call) : send
  const { status, text } = await ask(endpoint, url, JSON.stringify(review), timeoutSeconds * 1_000)
  if (status < 200 || status > 299) throw new Error(`the server answered with status code ${status}`)
  const answer = parse(text)
  if (!isObject(answer)) throw new Error('the answer is no JSON object')
  return answer
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new Error('the answer is no JSON')
  }
}

type Call = [endpoint: Endpoint, url: URL, body: string, timeoutMs: number]

const callFailed = (url: URL, why: string): Error => new Error(`failed to call webhook: Post "${url}": ${why}`)

/** Asks a server of this process, which would use up more time for a connection than for its answer. */
async function askLocally(server: LocalServer, ...[, url, body, timeoutMs]: Call): Promise<LocalAnswer> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(callFailed(url, 'context deadline exceeded')), timeoutMs)
  })
  try {
    return await Promise.race([server.post(url.pathname + url.search, body), timeout])
  } finally {
    clearTimeout(timer)
  }
}

function send(...[endpoint, url, body, timeoutMs]: Call): Promise<LocalAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(callFailed(url, why))
    const request = https.request(
      {
        agent,
        method: 'POST',
        host: endpoint.host,
        port: endpoint.port,
        path: url.pathname + url.search,
        // An address has no server name; its certificate is checked against the address itself.
        ...(/^[\d.]+$|:/.test(endpoint.serverName) ? {} : { servername: endpoint.serverName }),
        ...(endpoint.ca === undefined ? {} : { ca: endpoint.ca }),
        headers: { 'content-type': 'application/json', accept: 'application/json', host: url.host },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > MAX_BODY) return request.destroy(new Error('the answer is too large'))
          chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', (error) => fail(error.message))
      },
    )
    request.on('error', (error) => fail(error.name === 'TimeoutError' ? 'context deadline exceeded' : error.message))
    request.end(body)
  })
}
