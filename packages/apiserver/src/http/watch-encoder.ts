import type { StatusError } from '@skep/base'
import { asJson, type JsonObject, type KubeObject } from '@skep/schema'
import { frameOf, makeFrame } from '../registry/frames.ts'
import { parseObject } from '../registry/object-bytes.ts'
import { isAsStored, presentBytes } from '../registry/versions.ts'
import type { ObjectChange } from '../registry/watch.ts'
import { partialMetadata } from '../tables/table.ts'
import type { ResourceRequest } from './api-request.ts'
import type { Representation } from './negotiate.ts'
import { includeObject, tableOf } from './table-view.ts'

/** Turns changes into the lines of one watch. */
export interface WatchEncoder {
  change(change: ObjectChange): Buffer | Promise<Buffer>
  /** All changes up to the revision have been sent; the first such line may end the initial state. */
  bookmark(revision: number, endsInitialState: boolean): Buffer
}

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'

const line = (type: string, object: unknown): Buffer => Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** The line that ends a watch which cannot go on. */
export const errorLine = (error: StatusError): Buffer => line('ERROR', error.toStatus())

export function createWatchEncoder(request: ResourceRequest, { as }: Representation): WatchEncoder {
  if (as === 'Table') return tableEncoder(request)
  return as === 'Object' ? objectEncoder(request) : metadataEncoder(request)
}

function bookmarkMetadata(revision: number, endsInitialState: boolean): KubeObject['metadata'] {
  const metadata = { resourceVersion: String(revision) }
  return endsInitialState ? { ...metadata, annotations: { [INITIAL_EVENTS_END]: 'true' } } : metadata
}

function objectEncoder({ resource }: ResourceRequest): WatchEncoder {
  return {
    change: ({ type, entry }) => {
      if (isAsStored(resource, entry)) return frameOf(type, entry)
      const bytes = presentBytes(resource, entry)
      return bytes instanceof Promise ? bytes.then((value) => makeFrame(type, value)) : makeFrame(type, bytes)
    },
    bookmark: (revision, endsInitialState) => {
      const metadata = bookmarkMetadata(revision, endsInitialState)
      const object: KubeObject = { kind: resource.kind, apiVersion: resource.apiVersion, metadata }
      // Built-in kinds show their empty parts even here.
      if (!resource.custom) resource.compiled.applyDefaults(asJson(object))
      return line('BOOKMARK', object)
    },
  }
}

/** An encoder for shapes that need the parsed object. */
function shapedEncoder({ resource }: ResourceRequest, shape: (object: KubeObject) => unknown) {
  return ({ type, entry }: ObjectChange): Buffer | Promise<Buffer> => {
    const bytes = presentBytes(resource, entry)
    const encode = (value: Buffer) => line(type, shape(parseObject(value)))
    return bytes instanceof Promise ? bytes.then(encode) : encode(bytes)
  }
}

function metadataEncoder(request: ResourceRequest): WatchEncoder {
  return {
    change: shapedEncoder(request, partialMetadata),
    bookmark: (revision, endsInitialState) =>
      line(
        'BOOKMARK',
        partialMetadata({ apiVersion: '', kind: '', metadata: bookmarkMetadata(revision, endsInitialState) }),
      ),
  }
}

/** The first table describes its columns; clients remember them. */
function tableEncoder(request: ResourceRequest): WatchEncoder {
  const include = includeObject(request)
  let withColumns = true
  const table = (objects: KubeObject[], metadata: JsonObject) => {
    const result = tableOf(request, objects, { include, metadata, withColumns })
    withColumns = false
    return result
  }
  return {
    change: shapedEncoder(request, (object) => table([object], { resourceVersion: object.metadata.resourceVersion })),
    bookmark: (revision, endsInitialState) => {
      const metadata = bookmarkMetadata(revision, endsInitialState) as JsonObject
      return line('BOOKMARK', table([], metadata))
    },
  }
}
