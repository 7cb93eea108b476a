import { ConnectionError } from '../errors.ts'
import { linesOf } from '../lines.ts'
import type { UnreliableOptions } from './unreliable-server.ts'

const NEWLINE = 0x0a

const EXPIRED = {
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Expired',
    code: 410,
    message: 'The resourceVersion for the provided watch is too old.',
  },
}

/** How one watch is made unreliable. */
export interface UnreliableWatch extends UnreliableOptions {
  readonly path: string
  readonly signal: AbortSignal | undefined
}

/** The events of a watch that stalls, repeats itself, and ends when nobody expects it. */
export async function* unreliableEvents(
  chunks: AsyncIterable<Buffer>,
  { clock, random, faults, enabled = () => true, path, signal }: UnreliableWatch,
): AsyncGenerator<Buffer> {
  for await (const event of linesOf(chunks)) {
    const line = event.at(-1) === NEWLINE ? event : Buffer.concat([event, Buffer.of(NEWLINE)])
    if (!enabled(path)) {
      yield line
      continue
    }
    if (random.next() < faults.stalled) await clock.sleep(random.int(faults.stallMs), signal)
    yield line
    if (random.next() < faults.repeated) yield line
    const end = random.next()
    if (end < faults.cut) throw new ConnectionError('the connection was cut', { sent: true })
    if (end >= faults.cut + faults.expired) continue
    yield Buffer.from(`${JSON.stringify(EXPIRED)}\n`)
    return
  }
}
