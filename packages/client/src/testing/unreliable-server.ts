import type { Clock, Random } from '@skep/base'
import { ConnectionError } from '../errors.ts'
import type { InProcessServer } from '../transport/in-process.ts'
import { type UnreliableWatch, unreliableEvents } from './unreliable-events.ts'

/** How often what goes wrong; shares are from 0 to 1. */
export interface Faults {
  /** Of requests: those that are refused with a conflict, an internal error or the wish to come back later. */
  readonly refused: number
  /** Of requests: those that get no answer. Half of them have been done. */
  readonly lost: number
  /** Of events: those before which a watch stalls, so that whoever follows it knows old states. */
  readonly stalled: number
  /** How long a watch stalls at most. */
  readonly stallMs: number
  /** Of events: those that come twice. */
  readonly repeated: number
  /** Of events: those after which the connection breaks. */
  readonly cut: number
  /** Of events: those after which the history is gone, so that everything has to be listed again. */
  readonly expired: number
}

/** What a server is made unreliable with. */
export interface UnreliableOptions {
  readonly clock: Clock
  /** Decides what goes wrong. */
  readonly random: Random
  readonly faults: Faults
  /** Whether anything may go wrong with a path at the moment; it may unless given. */
  readonly enabled?: (path: string) => boolean
}

type Request = Parameters<InProcessServer['handle']>[0]
type Answer = Awaited<ReturnType<InProcessServer['handle']>>

/**
 * The requests of a server as networks and busy servers make them: some are refused, some get no answer though they were
 * done, and watches lag behind, repeat themselves and break off. Of each watch, the order of events stays.
 */
export function unreliableHandle<Sent extends Request>(
  handle: (request: Sent) => Promise<Answer>,
  options: UnreliableOptions,
): (request: Sent) => Promise<Answer> {
  const { random, faults, enabled = () => true } = options
  return async (request) => {
    const { path, signal } = request
    if (isWatch(path)) return watchUnreliably(await handle(request), { ...options, path, signal })
    if (!enabled(path)) return handle(request)
    const chance = random.next()
    if (chance < faults.refused) return refusal(request, random)
    if (chance >= faults.refused + faults.lost) return handle(request)
    if (random.int(2) === 0) await handle(request)
    throw new ConnectionError('the connection was lost', { sent: true })
  }
}

const watchUnreliably = (answer: Answer, options: UnreliableWatch): Answer =>
  answer.status === 200
    ? { status: 200, headers: answer.headers, chunks: () => unreliableEvents(answer.chunks(), options) }
    : answer

const isWatch = (path: string): boolean => /[?&]watch=(true|1)\b/.test(path)

const REFUSALS = {
  Conflict: { code: 409, message: 'the object has been modified; please apply your changes to the latest version' },
  InternalError: { code: 500, message: 'Internal error occurred: no leader' },
  TooManyRequests: { code: 429, message: 'too many requests, please try again later' },
}

function refusal(request: Request, random: Random): Answer {
  const reasons = ['InternalError', 'TooManyRequests', 'Conflict'] as const
  const reason = random.pick(mayConflict(request) ? reasons : reasons.slice(0, 2))
  const { code, message } = REFUSALS[reason]
  const details = reason === 'TooManyRequests' ? { retryAfterSeconds: 1 } : {}
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code, message, details }
  const headers = { 'content-type': 'application/json' }
  return { status: code, headers, chunks: () => once(Buffer.from(JSON.stringify(status))) }
}

/** Only changes of what is there can come too late; applies and deletions are in conflict for other reasons. */
const mayConflict = ({ method, headers }: Request): boolean =>
  method === 'PUT' || (method === 'PATCH' && !headers?.['content-type']?.includes('apply-patch'))

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}
