import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import { realClock } from '@skep/base'
import { createCertificateAuthority, issueServingCertificate, type KeyPair, NO_ALT_NAMES } from '@skep/base/x509'
import type { Json } from '@skep/schema'
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

/** Serves admission webhooks over HTTPS, any path of which one function answers, with a certificate of its own. */
export async function serveAdmission(
  { name, admit }: { readonly name: string; readonly admit: Admit },
  { host = '127.0.0.1', port = 0 }: AdmissionOptions = {},
): Promise<AdmissionServer> {
  const { ca, certificatePem, keyPem } = newCertificate(name, host)
  const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
    answer(request, admit).then(
      (review) => reply(response, review === undefined ? 400 : 200, review ?? { error: 'not an AdmissionReview' }),
      (error: unknown) => reply(response, 500, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  const { port: taken, close } = await listen(server, host, port)
  // The process ends when its work does, not when nobody asks any more.
  server.unref()
  return { url: `https://${host}:${taken}`, ca, close }
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

async function answer(request: IncomingMessage, admit: Admit): Promise<Json | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    if ((size += chunk.length) > MAX_BODY_BYTES) return undefined
  }
  return answerReview(JSON.parse(Buffer.concat(chunks).toString('utf8')), admit, pathOf(request))
}

/** The server adds a timeout to the address of a webhook. */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0]!

function reply(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}
