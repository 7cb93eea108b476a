import { gzipSync } from 'node:zlib'
import { Secret } from '@skep/api'
import { hasReason, uid } from '@skep/base'
import { isObjectMissing, type Stored } from '@skep/client'
import type { Ctx, Reconciler, Result } from '@skep/controller'
import { ANNOTATIONS } from '../node-pool/annotations.ts'
import { payloadFailure, payloadReadyAt } from './behaviour.ts'
import type { IgnitionParts } from './parts.ts'
import { buildPayload, PayloadError, textOf } from './payload.ts'
import { isTokenSecret } from './reads.ts'

type TokenSecret = Stored<Secret>

/** How long a token is given to new machines; for as long again, it still works. */
const ROTATION_MS = 5.5 * 60 * 60_000
const WORKERS = 10

/** Adds the controller that makes payloads of token Secrets, changes their tokens, and removes those that have expired. */
export function addTokenController(parts: IgnitionParts): { stop(): void } {
  const { enqueue } = parts.manager.add({
    name: 'ignition-token',
    kind: Secret,
    when: ({ object }) => isTokenSecret(object),
    workers: WORKERS,
    reconcile: tokenReconciler(parts),
  })
  const stop = parts.behaviours.onChange(({ kind = 'NodePool', object }) => {
    if (kind !== 'NodePool') return
    const pool = object && `${object.namespace}/${object.name}`
    for (const secret of parts.reads.tokenSecrets(pool)) enqueue(secret.metadata)
  })
  return { stop }
}

const tokenReconciler =
  (parts: IgnitionParts): Reconciler =>
  async (ctx, key): Promise<Result> => {
    const secret = parts.reads.secrets.get(key)
    if (!secret || !isTokenSecret(secret) || secret.metadata.deletionTimestamp !== undefined) return {}
    const expiresInMs = remainingMs(ctx, secret)
    if (expiresInMs !== undefined && expiresInMs <= 0) return removeToken(parts, secret)
    if (!hasPayload(secret)) {
      const waitMs = payloadReadyAt(ctx, parts, secret) - ctx.clock.now()
      return waitMs > 0 ? { requeueAfterMs: waitMs } : writePayload(parts, secret)
    }
    // Nobody gets an outdated token any more, so it stays what it is for as long as it is there.
    if (expiresInMs !== undefined) return { requeueAfterMs: expiresInMs }
    return rotate(ctx, parts, secret)
  }

/** How long an outdated token is still good; undefined for one that is not outdated. */
function remainingMs({ clock }: Ctx, { metadata }: TokenSecret): number | undefined {
  const expiration = metadata.annotations?.[ANNOTATIONS.tokenExpiration]
  if (expiration === undefined) return undefined
  const at = Date.parse(expiration)
  return Number.isNaN(at) ? 0 : at - clock.now()
}

async function removeToken({ client }: IgnitionParts, { metadata }: TokenSecret): Promise<Result> {
  const { namespace = '', name, uid: id } = metadata
  await client.delete(Secret, { namespace, name }, { preconditions: { uid: id } }).catch((error: unknown) => {
    if (!hasReason(error, 'Conflict')) throw error
  })
  return {}
}

const isInPlace = ({ metadata }: TokenSecret): boolean => metadata.annotations?.[ANNOTATIONS.upgradeType] === 'InPlace'

const hasPayload = (secret: TokenSecret): boolean =>
  textOf(secret, 'reason') === 'AsExpected' && isInPlace(secret) === (secret.data?.['payload'] !== undefined)

/** Makes the payload once, to know that it can be made. Nodes that are updated in place get it from the Secret. */
async function writePayload(parts: IgnitionParts, secret: TokenSecret): Promise<Result> {
  const made = await tryPayload(parts, secret)
  const reason = 'payload' in made ? 'AsExpected' : made.reason
  const message = 'payload' in made ? 'Payload generated successfully' : made.message
  const payload = 'payload' in made && isInPlace(secret) ? gzipSync(made.payload).toString('base64') : undefined
  const said = textOf(secret, 'reason') === reason && textOf(secret, 'message') === message
  if (said && payload === undefined && secret.data?.['payload'] === undefined) return {}
  await patchSecret(parts, secret, {
    data: { reason: base64(reason), message: base64(message), payload: payload === undefined ? null : base64(payload) },
  })
  return {}
}

type Made = { readonly payload: string } | { readonly reason: string; readonly message: string }

async function tryPayload(parts: IgnitionParts, secret: TokenSecret): Promise<Made> {
  const failure = payloadFailure(parts, secret)
  if (failure) return failure
  try {
    return { payload: await buildPayload(parts, secret) }
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return error
  }
}

/** Gives out another token from now on; the one before stays good until the next time. */
async function rotate(ctx: Ctx, parts: IgnitionParts, secret: TokenSecret): Promise<Result> {
  const now = ctx.clock.now()
  const made = Date.parse(secret.metadata.annotations?.[ANNOTATIONS.tokenGenerationTime] ?? '')
  const leftMs = made + ROTATION_MS - now
  if (leftMs > 0) return { requeueAfterMs: leftMs }
  await patchSecret(parts, secret, {
    metadata: { annotations: { [ANNOTATIONS.tokenGenerationTime]: new Date(now).toISOString() } },
    data: { token: base64(uid(ctx.random)), old_token: secret.data?.['token'] ?? null },
  })
  return { requeueAfterMs: ROTATION_MS }
}

async function patchSecret(
  { client }: IgnitionParts,
  { metadata: { namespace = '', name, resourceVersion } }: TokenSecret,
  change: { readonly metadata?: object; readonly data: object },
): Promise<void> {
  const body = { ...change, metadata: { ...change.metadata, resourceVersion } }
  await client.patchUnread(Secret, { namespace, name }, { type: 'merge', body }).catch((error: unknown) => {
    if (!isObjectMissing(error)) throw error
  })
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
