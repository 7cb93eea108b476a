import https from 'node:https'
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
  const { status, text } = await send(endpoint, url, JSON.stringify(review), timeoutSeconds * 1_000)
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

function send(
  endpoint: Endpoint,
  url: URL,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`failed to call webhook: Post "${url}": ${why}`))
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
