import { setMaxListeners } from 'node:events'
import { linkAbort, listWatch, metadataOf } from '@skep/client'
import { apiVersionOf } from '@skep/schema'
import type { ReadScope } from './reader.ts'

/** Watches over everything that was looked at. */
export interface Followed {
  /** Follows what was looked at from now on, unless that is followed already. */
  follow(scope: ReadScope): void
  /** Resolves when anything changes after this call, or when something that was looked at is followed for the first time. */
  nextChange(): Promise<void>
  stop(): Promise<void>
}

/** Starts with nothing. Ends with the signal, too. */
export function createFollowed(signal: AbortSignal): Followed {
  const { controller, unlink } = linkAbort(signal)
  // Every watch listens to it.
  setMaxListeners(0, controller.signal)
  const running = new Map<string, Promise<void>>()
  let tell = (): void => {}
  controller.signal.addEventListener('abort', () => tell(), { once: true })
  return {
    follow: (scope) => {
      const known = [keyOf(scope), keyOf({ ...scope, name: '' })].some((key) => running.has(key))
      if (!known)
        running.set(
          keyOf(scope),
          followScope(scope, controller.signal, () => tell()),
        )
    },
    nextChange: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
    stop: async () => {
      controller.abort()
      unlink()
      await Promise.all(running.values())
    },
  }
}

const keyOf = ({ client, kind, namespace = '', name = '' }: ReadScope): string =>
  [client.target, apiVersionOf(kind), kind.plural, namespace, name].join(' ')

async function followScope({ client, kind, namespace, name }: ReadScope, signal: AbortSignal, tell: () => void) {
  const options = {
    signal,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { fieldSelector: `metadata.name=${name}` }),
  }
  let synced = false
  try {
    for await (const { type } of listWatch(client, metadataOf(kind), options)) {
      synced ||= type === 'synced'
      if (synced) tell()
    }
  } catch {
    // A kind that is not served, or may not be watched, tells nothing: it was as if it were not there in the first place.
  }
}
