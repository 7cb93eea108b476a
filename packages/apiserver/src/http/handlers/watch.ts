import { type StatusError, toStatusError } from '@skep/base'
import type { ListOptions } from '../../registry/list-options.ts'
import { type ObjectChange, type ObjectWatch, watchObjects } from '../../registry/watch.ts'
import type { ResourceRequest } from '../api-request.ts'
import { readListOptions } from '../list-query.ts'
import { negotiate, onlyAccepted } from '../negotiate.ts'
import { headersFor } from '../respond.ts'
import { createWatchEncoder, errorLine, type WatchEncoder } from '../watch-encoder.ts'
import { WatchOutbox } from '../watch-outbox.ts'

const BOOKMARK_INTERVAL_MS = 60_000
/** A watch that names no timeout ends after this, or up to twice as long, so that they do not all end at once. */
const MIN_TIMEOUT_SECONDS = 1_800

/** GET with `watch`: changes, one line each, until the client goes or the time is over. */
export async function handleWatch(request: ResourceRequest): Promise<void> {
  const { exchange, resource, query, info } = request
  const representation = negotiate(exchange.header('accept'), resource.custom)
  if (representation.format !== 'json') throw onlyAccepted(['application/json'])
  // The path of an old-style watch may name the object; what the selector names is the same again.
  const options = readListOptions(query, resource, info.name)
  const encoder = createWatchEncoder(request, representation)
  const early: ObjectChange[] = []
  let receive = (change: ObjectChange): unknown => early.push(change)
  const opened = await open(request, options, (change) => receive(change))
  const outbox = new WatchOutbox(exchange.stream(200, headersFor('application/json', request.warnings)), request.pacer)
  if ('failure' in opened) {
    outbox.add(errorLine(opened.failure))
    return outbox.finish()
  }
  const { watch } = opened
  outbox.start(initialLines(watch, early, encoder))
  receive = (change) => outbox.add(encoder.change(change))
  return untilOver(request, options, watch, outbox, encoder)
}

type Opened = { watch: ObjectWatch } | { failure: StatusError }

/** What is wrong with the request is answered as such; what is wrong with its version is said within the watch. */
async function open(
  { target, resource, info }: ResourceRequest,
  options: ListOptions,
  onChange: (change: ObjectChange) => void,
): Promise<Opened> {
  try {
    return { watch: await watchObjects(target.collection, resource, info.namespace, options, onChange) }
  } catch (error) {
    const failure = toStatusError(error)
    if (failure.reason === 'Expired' || failure.reason === 'Timeout') return { failure }
    throw error
  }
}

/** What there is to send before anything new happens; however much it is, nobody is cut off for being behind with it. */
function* initialLines(
  watch: ObjectWatch,
  history: readonly ObjectChange[],
  encoder: WatchEncoder,
): Generator<() => Buffer | Promise<Buffer>> {
  for (const entry of watch.initial ?? []) yield () => encoder.change({ type: 'ADDED', entry })
  if (watch.announceInitialEnd) yield () => encoder.bookmark(watch.revision, true)
  for (const change of history) yield () => encoder.change(change)
}

/** Sends bookmarks now and then, and ends the watch in time; resolves when it is over. */
function untilOver(
  { exchange, target, cluster, resource }: ResourceRequest,
  options: ListOptions,
  watch: ObjectWatch,
  outbox: WatchOutbox,
  encoder: WatchEncoder,
): Promise<void> {
  const { clock, random } = target.services
  const seconds = options.timeoutSeconds || MIN_TIMEOUT_SECONDS * (1 + random.next())
  const bookmark = () => {
    if (options.allowWatchBookmarks) outbox.add(encoder.bookmark(target.collection.store.revision, false))
  }
  const tick = () => {
    bookmark()
    bookmarks = clock.setTimer(BOOKMARK_INTERVAL_MS, tick)
  }
  let bookmarks = clock.setTimer(BOOKMARK_INTERVAL_MS, tick)
  const end = () => {
    watch.close()
    void outbox.finish()
  }
  const deadline = clock.setTimer(seconds * 1_000, () => {
    bookmark()
    end()
  })
  // Clients of a resource that has changed or gone must see it anew.
  const cancelRetirement = cluster.onRetired(resource, end)
  const cancelClosing = cluster.onClosed(end)
  return new Promise((resolve) => {
    exchange.onClose(() => {
      bookmarks.cancel()
      deadline.cancel()
      cancelRetirement()
      cancelClosing()
      watch.close()
      outbox.close()
      resolve()
    })
  })
}
