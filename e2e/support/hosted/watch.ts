import { onTestFinished } from 'vitest'
import type { Shell } from '../shell.ts'

/** An object as a watch shows it. */
export interface WatchedObject {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown }
  // Tests look into whatever a kind has.
  // biome-ignore lint/suspicious/noExplicitAny: every kind has other fields.
  readonly [field: string]: any
}

/** One change that was seen. */
export interface WatchedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: WatchedObject
}

/** A watch, and what it has shown so far. */
export interface RecordedWatch {
  readonly events: readonly WatchedEvent[]
  /** Resolves with the first event, also one that was seen already, of which that is true. */
  until(matches: (event: WatchedEvent) => boolean): Promise<WatchedEvent>
  /** The most objects that existed at the same time. */
  most(): number
}

const FROM_NOW_ON =
  'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=&allowWatchBookmarks=true'

/** Watches a path with kubectl until the test is over. What is there already comes first, as added. */
export async function recordWatch(sh: Shell, path: string, kubeconfig?: string): Promise<RecordedWatch> {
  const options = kubeconfig === undefined ? '' : `--kubeconfig ${kubeconfig}`
  const watching = sh.start(`kubectl ${options} get --raw '${path}?${FROM_NOW_ON}'`)
  const events: WatchedEvent[] = []
  const waiting = new Set<() => void>()
  let ended: unknown
  const next = async () => {
    const event = JSON.parse(await watching.line(/./))
    if (event.type !== 'BOOKMARK') events.push(event)
    return event
  }
  while ((await next()).type !== 'BOOKMARK');
  const reading = (async () => {
    for (;;) {
      await next()
      for (const look of waiting) look()
    }
  })().catch((error) => {
    ended = error
    for (const look of waiting) look()
  })
  onTestFinished(async () => {
    await watching.stop()
    await reading
  })
  const until: RecordedWatch['until'] = (matches) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = events.find(matches)
        if (!found && !ended) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(ended)
      }
      waiting.add(look)
      look()
    })
  return { events, until, most: () => mostAtOnce(events) }
}

function mostAtOnce(events: readonly WatchedEvent[]): number {
  const present = new Set<string>()
  let most = 0
  for (const { type, object } of events) {
    const key = `${object.metadata.namespace}/${object.metadata.name}`
    if (type === 'DELETED') present.delete(key)
    else present.add(key)
    most = Math.max(most, present.size)
  }
  return most
}

/** `status/reason` of the conditions of an object. */
export const conditionsOf = ({ status }: WatchedObject): Record<string, string> =>
  Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status, reason }: Record<string, string>) => [type, `${status}/${reason}`]),
  )

/** The version that an object has: which of two changes came first, whatever they are changes of. */
export const versionOf = ({ metadata }: WatchedObject): number => Number(metadata['resourceVersion'])

/** When objects went that a watch saw, all of them or those of a name, as versions. */
export const deletions = ({ events }: RecordedWatch, name?: string): number[] =>
  events
    .filter(({ type, object }) => type === 'DELETED' && (name === undefined || object.metadata.name === name))
    .map(({ object }) => versionOf(object))
