import { Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { ANNOTATIONS } from '../node-pool/annotations.ts'
import type { IgnitionParts } from './parts.ts'
import { buildPayload, textOf } from './payload.ts'

/** A request, by a socket or without. */
export interface IgnitionRequest {
  /** Without the query. */
  readonly path: string
  readonly authorization: string | undefined
}

/** What is answered. */
export interface IgnitionAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const PATH = /^\/ignition[^/ ]*$/
const BEARER = 'Bearer '
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const plain = (status: number, text: string): IgnitionAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: text === '' ? '' : `${text}\n`,
})

/** Answers a machine. What may be there later is answered 511, since Ignition then asks again. */
export async function answerIgnition(parts: IgnitionParts, request: IgnitionRequest): Promise<IgnitionAnswer> {
  if (request.path === '/healthz') return plain(200, '')
  if (!PATH.test(request.path)) return plain(404, '404 page not found')
  const token = tokenOf(request)
  if (token === undefined) return plain(401, 'Unauthorized')
  const secret = parts.reads.byToken(token)
  if (!secret || !isReady(parts, secret)) return plain(511, 'Token not found')
  try {
    const payload = await buildPayload(parts, secret)
    await noteReached(parts, secret)
    return { status: 200, contentType: 'application/json; charset=utf-8', body: payload }
  } catch (error) {
    parts.log.info('Failed to answer a machine', { Secret: secret.metadata.name, reason: error })
    return plain(511, 'Token not found')
  }
}

/** The token of a request as Secrets have it; undefined when there is none. */
function tokenOf({ authorization = '' }: IgnitionRequest): string | undefined {
  if (!authorization.startsWith(BEARER)) return undefined
  const encoded = authorization.slice(BEARER.length)
  if (!BASE64.test(encoded) || encoded.length % 4 !== 0) return undefined
  return Buffer.from(encoded, 'base64').toString('base64')
}

function isReady({ clock }: IgnitionParts, secret: Stored<Secret>): boolean {
  const expiration = secret.metadata.annotations?.[ANNOTATIONS.tokenExpiration]
  if (expiration !== undefined && !(Date.parse(expiration) > clock.now())) return false
  return textOf(secret, 'reason') === 'AsExpected'
}

/**
 * Tells whoever waits for machines that one has come. Before it is answered: no other may ever come, and this one asks
 * again.
 */
async function noteReached({ client, manager }: IgnitionParts, secret: Stored<Secret>): Promise<void> {
  manager.events.record(secret, { type: 'Normal', reason: 'GetPayload', message: '' })
  const { namespace = '', name, annotations } = secret.metadata
  if (annotations?.[ANNOTATIONS.ignitionReached] === 'True') return
  const body = { metadata: { annotations: { [ANNOTATIONS.ignitionReached]: 'True' } } }
  await client.patchUnread(Secret, { namespace, name }, { type: 'merge', body })
}
