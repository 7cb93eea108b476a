import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import { announceLocalServer, type LocalAnswer, realClock } from '@skep/base'
import { createCertificateAuthority, issueServingCertificate, type KeyPair, NO_ALT_NAMES } from '@skep/base/x509'
import { listen } from '../listen.ts'
import { type Admit, answerReview } from './review.ts'

/** Where admission webhooks listen. */
export interface AdmissionOptions {
  /** An address or name by which the API server reaches this process; `127.0.0.1` unless given. */
  readonly host?: string
  /** Any that is free unless given. */
  readonly port?: number
}

/** An admission server that listens. */
export interface AdmissionServer {
  readonly url: string
  /** Whom to trust, in PEM. */
  readonly ca: string
  close(): Promise<void>
}

const MAX_BODY_BYTES = 8 * 1024 * 1024
const KEEP_ALIVE_MS = 600_000

/** Serves admission webhooks over HTTPS, any path of which one function answers, with a certificate of its own. */
export async function serveAdmission(
  { name, admit }: { readonly name: string; readonly admit: Admit },
  { host = '127.0.0.1', port = 0 }: AdmissionOptions = {},
): Promise<AdmissionServer> {
  const { ca, certificatePem, keyPem } = newCertificate(name, host)
  const post = (path: string, body: string) => answer(path, body, admit)
  const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
    readText(request)
      .then((body) => post(request.url ?? '/', body))
      .catch(failure)
      .then(({ status, text }) => {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        response.end(text)
      })
  })
  // Clients that keep connections open must not be let down just when they use one again.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const { port: taken, close } = await listen(server, host, port)
  // The process ends when its work does, not when nobody asks any more.
  server.unref()
  const url = `https://${host}:${taken}`
  const unannounce = announceLocalServer(url, { ca, post })
  const end = async () => {
    unannounce()
    await close()
  }
  return { url, ca, close: end }
}

/** A certificate with an authority that has signed no other: who trusts it trusts this server alone. */
function newCertificate(name: string, host: string): KeyPair & { readonly ca: string } {
  // TLS peers judge certificates by real time, whatever time objects live in.
  const now = realClock.now()
  const ca = createCertificateAuthority({ commonName: `${name}-ca`, now })
  const names = isIP(host) === 0 ? { dnsNames: [host] } : { ipAddresses: [host] }
  const altNames = { ...NO_ALT_NAMES, ...names }
  return { ca: ca.certificatePem, ...issueServingCertificate({ ca, commonName: name, altNames, now }) }
}

/** What a request says; nothing that is too long is read to its end. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    if ((size += chunk.length) > MAX_BODY_BYTES) return 'null'
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Answers a review, whichever way it came. The server adds a timeout to the address of a webhook. */
async function answer(url: string, body: string, admit: Admit): Promise<LocalAnswer> {
  try {
    const review = await answerReview(JSON.parse(body), admit, url.split('?', 1)[0]!)
    if (review === undefined) return { status: 400, text: '{"error":"not an AdmissionReview"}' }
    return { status: 200, text: JSON.stringify(review) }
  } catch (error) {
    return failure(error)
  }
}

function failure(error: unknown): LocalAnswer {
  return { status: 500, text: JSON.stringify({ error: error instanceof Error ? error.message : String(error) }) }
}
