import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import type { HiveAdmissionSettings } from '@skep/api'
import { realClock } from '@skep/base'
import { createCertificateAuthority, issueServingCertificate, type KeyPair, NO_ALT_NAMES } from '@skep/base/x509'
import type { Json } from '@skep/schema'
import { answerReview } from './review.ts'

/** An admission server that listens. */
export interface AdmissionServer {
  readonly url: string
  /** Whom to trust, in PEM. */
  readonly ca: string
  close(): Promise<void>
}

/** Where to listen, and by which settings to judge. */
export interface AdmissionServerOptions {
  /** An address or name by which the API server reaches this one; `127.0.0.1` unless given. */
  readonly host?: string
  /** Any that is free unless given. */
  readonly port?: number
  settings(): Promise<HiveAdmissionSettings>
}

const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Serves Hive's admission webhooks over HTTPS with a certificate of its own. */
export async function serveAdmission({
  host = '127.0.0.1',
  port = 0,
  settings,
}: AdmissionServerOptions): Promise<AdmissionServer> {
  const { ca, certificatePem, keyPem } = newCertificate(host)
  const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
    answer(request, settings)
      .catch(() => undefined)
      .then((review) => reply(response, review))
  })
  await listen(server, host, port)
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `https://${host}:${taken}`,
    ca,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A certificate with an authority that has signed no other: who trusts it trusts this server alone. */
function newCertificate(host: string): KeyPair & { readonly ca: string } {
  // TLS peers judge certificates by real time, whatever time objects live in.
  const now = realClock.now()
  const ca = createCertificateAuthority({ commonName: 'hiveadmission-ca', now })
  const names = isIP(host) === 0 ? { dnsNames: [host] } : { ipAddresses: [host] }
  const altNames = { ...NO_ALT_NAMES, ...names }
  return { ca: ca.certificatePem, ...issueServingCertificate({ ca, commonName: 'hiveadmission', altNames, now }) }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // The process ends when its work does, not when nobody asks any more.
      server.unref()
      resolve()
    })
  })
}

async function answer(
  request: IncomingMessage,
  settings: AdmissionServerOptions['settings'],
): Promise<Json | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    if ((size += chunk.length) > MAX_BODY_BYTES) return undefined
  }
  return answerReview(JSON.parse(Buffer.concat(chunks).toString('utf8')), await settings())
}

function reply(response: ServerResponse, review: Json | undefined): void {
  response.writeHead(review === undefined ? 400 : 200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(review ?? { error: 'not an AdmissionReview' }))
}
