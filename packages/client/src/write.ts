import { hasReason } from '@skep/base'
import { type Json, type KubeObject, leanObjects } from '@skep/schema'
import type { ApplyOptions, DeleteOptions, Patch, StatusPatchOptions, WriteOptions } from './client.ts'
import { type ClientKind, type ObjectRef, type Stored, withKind } from './kind.ts'
import { mergePatch } from './merge-patch.ts'
import { pathOf, type Query } from './paths.ts'
import type { ApiRequest, Sender } from './sender.ts'

/** Sends writes in the name of one field manager. */
export interface Writer {
  readonly sender: Sender
  readonly fieldManager: string
}

const CONTENT_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** Sends a whole object: POST to its collection to create it, PUT to its own path to replace it. */
export function sendObject<T extends KubeObject>(
  writer: Writer,
  method: 'POST' | 'PUT',
  kind: ClientKind<T>,
  object: Pick<KubeObject, 'metadata'>,
  options: WriteOptions = {},
): Promise<Stored<T>> {
  return write(writer, objectRequest(method, kind, object, options), options)
}

/** Sends a new object, and reads of the answer only whether it was made; not when there is one of its name. */
export async function sendIfMissing(
  writer: Writer,
  kind: ClientKind,
  object: Pick<KubeObject, 'metadata'>,
  options: WriteOptions = {},
): Promise<boolean> {
  try {
    await send(writer, objectRequest('POST', kind, object, options), options)
    return true
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return false
    throw error
  }
}

function objectRequest(
  method: 'POST' | 'PUT',
  kind: ClientKind,
  object: Pick<KubeObject, 'metadata'>,
  { subresource }: WriteOptions,
): ApiRequest {
  const { namespace, name } = object.metadata
  const path = pathOf(kind, method === 'POST' ? { namespace, subresource } : { namespace, name, subresource })
  return { method, path, body: withKind(kind, object) }
}

/** Sends a patch. */
export function sendPatch<T extends KubeObject>(
  writer: Writer,
  kind: ClientKind<T>,
  ref: ObjectRef,
  patch: Patch,
  options: WriteOptions = {},
): Promise<Stored<T>> {
  return write(writer, patchRequest(kind, ref, patch, options.subresource), options)
}

/** Sends a patch, and does not read the answer. */
export async function sendPatchUnread(
  writer: Writer,
  kind: ClientKind,
  ref: ObjectRef,
  patch: Patch,
  options: WriteOptions = {},
): Promise<void> {
  await send(writer, patchRequest(kind, ref, patch, options.subresource), options)
}

const patchRequest = (
  kind: ClientKind,
  { namespace, name }: ObjectRef,
  patch: Patch,
  subresource: string | undefined,
): ApiRequest => ({
  method: 'PATCH',
  path: pathOf(kind, { namespace, name, subresource }),
  body: patch.type === 'json' ? patch.operations : patch.body,
  contentType: CONTENT_TYPES[patch.type],
})

/** Sends what one manager wants of an object. */
export function sendApply<T extends KubeObject>(
  writer: Writer,
  kind: ClientKind<T>,
  object: { readonly metadata: ObjectRef },
  { force, ...options }: ApplyOptions = {},
): Promise<Stored<T>> {
  const { namespace, name } = object.metadata
  return write(
    writer,
    {
      method: 'PATCH',
      path: pathOf(kind, { namespace, name, subresource: options.subresource }),
      query: { force },
      body: withKind(kind, object),
      contentType: CONTENT_TYPES.apply,
    },
    options,
  )
}

/** Sends the difference of two statuses, if there is any; `after` is then of the version that the server made of it. */
export async function sendStatusPatch<T extends KubeObject>(
  writer: Writer,
  kind: ClientKind<T>,
  before: Stored<T>,
  after: Stored<T>,
  { ifUnchanged, ...options }: StatusPatchOptions = {},
): Promise<void> {
  const status = mergePatch(statusOf(before), statusOf(after))
  if (status === undefined) return
  const { resourceVersion } = before.metadata
  const body = { ...(ifUnchanged ? { metadata: { resourceVersion } } : {}), status }
  const subresource = kind.statusSubresource === false ? undefined : 'status'
  const answer = await send(writer, patchRequest(kind, after.metadata, { type: 'merge', body }, subresource), options)
  // A copy: what was read from an informer and given another status shares its frozen metadata with the informer.
  after.metadata = { ...after.metadata, resourceVersion: versionIn(answer) }
}

/** A server in the same process has the object at hand that it answers with. */
const versionIn = (answer: Buffer): string =>
  leanObjects.get(answer)?.metadata.resourceVersion ?? parseStored(answer).metadata.resourceVersion

/** Kinds without a status have none; for the others it is JSON, as everything in an object. */
const statusOf = (object: KubeObject): Json | undefined => (object as { status?: Json }).status

/** The body of a DELETE. */
export function deleteBody(options: DeleteOptions): object {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions === undefined ? {} : { preconditions }),
  }
}

async function write<T extends KubeObject>(
  writer: Writer,
  request: ApiRequest,
  options: WriteOptions,
): Promise<Stored<T>> {
  return parseStored<T>(await send(writer, request, options))
}

const parseStored = <T extends KubeObject>(answer: Buffer): Stored<T> => JSON.parse(answer.toString('utf8'))

/** Sends a write; what it answers is the object in bytes. */
async function send({ sender, fieldManager }: Writer, request: ApiRequest, options: WriteOptions): Promise<Buffer> {
  const query: Query = {
    force: request.query?.['force'],
    fieldManager: options.fieldManager ?? fieldManager,
    fieldValidation: options.fieldValidation,
    dryRun: options.dryRun ? 'All' : undefined,
  }
  const { method, path, body, contentType } = request
  return (await sender.send({ method, path, query, body, contentType, signal: options.signal })).body
}
