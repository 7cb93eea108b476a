import type { Status } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import { ConnectionError, errorFromStatus } from './errors.ts'
import type { Stored } from './kind.ts'
import { linesOf } from './lines.ts'

/** One change. The object of a bookmark has nothing but a resourceVersion: all before it has been sent. */
export interface WatchEvent<T extends KubeObject = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: Stored<T>
}

type WireEvent<T extends KubeObject> = WatchEvent<T> | { readonly type: 'ERROR'; readonly object: Status }

/**
 * The events of one watch. It ends when the server ends it in order; everything else is thrown: an ERROR event as the
 * `StatusError` it carries, a line that makes no sense or is cut short as a `ConnectionError`.
 */
export async function* decodeWatch<T extends KubeObject>(chunks: AsyncIterable<Buffer>): AsyncGenerator<WatchEvent<T>> {
  for await (const line of linesOf(chunks)) {
    const event = decodeLine<T>(line)
    if (event.type === 'ERROR') throw errorFromStatus(event.object)
    yield event
  }
}

function decodeLine<T extends KubeObject>(line: Buffer): WireEvent<T> {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw new ConnectionError(`a watch sent a line that is not an event: ${line.toString('utf8', 0, 100)}`, {
      cause,
      sent: true,
    })
  }
}
