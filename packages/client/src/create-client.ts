import { type Clock, realClock } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { CallOptions, Client, DeleteOptions, SelectOptions, WatchOptions } from './client.ts'
import { isObjectMissing } from './errors.ts'
import type { ClientKind, ObjectRef, Stored } from './kind.ts'
import { acceptOf, listAll, selectQuery } from './list.ts'
import { pathOf } from './paths.ts'
import { DEFAULT_RETRY, NO_RETRY, type RetryPolicy } from './retry.ts'
import { createSender, type RequestObservation, type Sender } from './sender.ts'
import type { Endpoint } from './transport/endpoint.ts'
import { networkTransport } from './transport/network.ts'
import type { Transport } from './transport/transport.ts'
import { decodeWatch, type WatchEvent } from './watch.ts'
import {
  deleteBody,
  sendApply,
  sendIfMissing,
  sendObject,
  sendPatch,
  sendPatchUnread,
  sendStatusPatch,
} from './write.ts'

/** Where to send requests: to what a kubeconfig names, or to an embedded server by `inProcessTransport(server)`. */
export type ClientTarget = { readonly kubeconfig: Endpoint } | { readonly transport: Transport }

/** Which server a client talks to, in whose name, and whom it tells. */
export type ClientOptions = ClientTarget & {
  /** `skep` unless given. Its first word is what servers call the client where no field manager is given. */
  readonly userAgent?: string
  /** Who owns what this client writes; the first word of the user agent unless given. */
  readonly fieldManager?: string
  /** Real time unless given. */
  readonly clock?: Clock
  /** `DEFAULT_RETRY` unless given, or unless the server is in the same process, where retries would wait for nothing. */
  readonly retry?: RetryPolicy
  /** Told of every `Warning` of the server. */
  readonly onWarning?: (text: string) => void
}

/** A client of one Kubernetes API. */
export function createClient(options: ClientOptions): Client {
  const { userAgent = 'skep', clock = realClock, onWarning } = options
  const transport = 'transport' in options ? options.transport : networkTransport(options.kubeconfig)
  const retry = options.retry ?? (transport.retries ? DEFAULT_RETRY : NO_RETRY)
  const observers = new Set<(request: RequestObservation) => void>()
  const observe = (request: RequestObservation) => {
    for (const observer of observers) observer(request)
  }
  const sender = createSender({ transport, clock, retry, userAgent, onWarning, observe })
  const fieldManager = options.fieldManager ?? userAgent.split(/[/ ]/, 1)[0]!
  const writer = { sender, fieldManager }
  return {
    target: transport.target,
    get: (kind, ref, call) => getObject(sender, kind, ref, call),
    list: (kind, list) => listAll(sender, kind, list),
    watch: (kind, watch) => watchObjects(sender, kind, watch),
    create: (kind, object, write) => sendObject(writer, 'POST', kind, object, write),
    createIfMissing: (kind, object, write) => sendIfMissing(writer, kind, object, write),
    update: (kind, object, write) => sendObject(writer, 'PUT', kind, object, write),
    updateStatus: (kind, object, write) => sendObject(writer, 'PUT', kind, object, { ...write, subresource: 'status' }),
    patch: (kind, ref, patch, write) => sendPatch(writer, kind, ref, patch, write),
    patchUnread: (kind, ref, patch, write) => sendPatchUnread(writer, kind, ref, patch, write),
    patchStatus: (kind, before, after, write) => sendStatusPatch(writer, kind, before, after, write),
    apply: (kind, object, write) => sendApply(writer, kind, object, write),
    delete: (kind, ref, deletion) => deleteObject(sender, pathOf(kind, ref), deletion),
    deleteCollection: (kind, deletion) => deleteCollection(sender, kind, deletion),
    raw: (request) => sender.send(request),
    observe: (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    close: () => transport.close(),
  }
}

async function getObject<T extends KubeObject>(
  sender: Sender,
  kind: ClientKind<T>,
  { namespace, name }: ObjectRef,
  { signal }: CallOptions = {},
): Promise<Stored<T> | undefined> {
  try {
    const { body } = await sender.send({ path: pathOf(kind, { namespace, name }), signal })
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
}

function watchObjects<T extends KubeObject>(
  sender: Sender,
  kind: ClientKind<T>,
  options: WatchOptions = {},
): AsyncGenerator<WatchEvent<T>> {
  return decodeWatch(() => openWatch(sender, kind, options), options)
}

async function openWatch(sender: Sender, kind: ClientKind, options: WatchOptions): Promise<AsyncIterable<Buffer>> {
  const { namespace, resourceVersion, timeoutSeconds, bookmarks, signal } = options
  const { body } = await sender.open({
    path: pathOf(kind, { namespace }),
    query: {
      ...selectQuery(options),
      watch: true,
      resourceVersion,
      timeoutSeconds,
      allowWatchBookmarks: bookmarks || undefined,
    },
    headers: acceptOf(kind, 'PartialObjectMetadata'),
    signal,
  })
  return body
}

async function deleteObject(sender: Sender, path: string, options: DeleteOptions = {}): Promise<boolean> {
  try {
    await sender.send({ method: 'DELETE', path, body: deleteBody(options), signal: options.signal })
    return true
  } catch (error) {
    if (isObjectMissing(error)) return false
    throw error
  }
}

async function deleteCollection(
  sender: Sender,
  kind: ClientKind,
  options: SelectOptions & DeleteOptions = {},
): Promise<void> {
  await sender.send({
    method: 'DELETE',
    path: pathOf(kind, { namespace: options.namespace }),
    query: selectQuery(options),
    body: deleteBody(options),
    signal: options.signal,
  })
}
