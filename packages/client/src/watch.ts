import type { Status } from '@skep/base'
import { deepFreeze, type KubeObject, type LeanEvent, leanEvents, leanObject, RecentReadings } from '@skep/schema'
import type { WatchOptions } from './client.ts'
import { ConnectionError, errorFromStatus } from './errors.ts'
import type { Stored } from './kind.ts'
import { LineSplitter } from './lines.ts'

/** One change. The object of a bookmark has nothing but a resourceVersion: all before it has been sent. */
export interface WatchEvent<T extends KubeObject = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: Stored<T>
}

type WireEvent<T extends KubeObject> = WatchEvent<T> | { readonly type: 'ERROR'; readonly object: Status }

/** Of all watches of this process: what they share is the server within it. */
const wholeEvents = new RecentReadings<WireEvent<KubeObject>>()

/** What is wanted of the objects of a watch. */
export type DecodeOptions = Pick<WatchOptions, 'withoutManagedFields'>

/**
 * The events of one watch, which is opened when the first is asked for. They are frozen because others may be told of the
 * very same. It ends when the server ends it in order; everything else is thrown: an ERROR event as the `StatusError` it
 * carries, a line that makes no sense or is cut short as a `ConnectionError`.
 */
export async function* decodeWatch<T extends KubeObject>(
  open: () => Promise<AsyncIterable<Buffer>>,
  options: DecodeOptions = {},
): AsyncGenerator<WatchEvent<T>> {
  const lines = new LineSplitter()
  for await (const chunk of await open()) for (const line of lines.take(chunk)) yield decodeLine(line, options)
  for (const line of lines.rest()) yield decodeLine(line, options)
}

function decodeLine<T extends KubeObject>(line: Buffer, { withoutManagedFields }: DecodeOptions): WatchEvent<T> {
  // Who asks for a kind is told of that kind.
  const event = deepFreeze(
    withoutManagedFields ? leanEvents.of(line, decodeLean) : wholeEvents.of(line, parseLine),
  ) as WireEvent<T>
  if (event.type === 'ERROR') throw errorFromStatus(event.object)
  return event
}

function decodeLean(line: Buffer): LeanEvent {
  const event = parseLine(line)
  return event.type === 'ERROR' ? event : { ...event, object: leanObject(event.object) }
}

function parseLine(line: Buffer): WireEvent<KubeObject> {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw new ConnectionError(`a watch sent a line that is not an event: ${line.toString('utf8', 0, 100)}`, {
      cause,
      sent: true,
    })
  }
}
