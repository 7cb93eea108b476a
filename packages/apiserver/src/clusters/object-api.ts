import { hasReason } from '@skep/base'
import { asJson, type KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import type {
  DeleteOptions,
  GroupResource,
  Identity,
  ObjectApi,
  RequestContext,
  ServedResource,
  WriteOptions,
} from '../contracts.ts'
import { keyOf } from '../registry/collection.ts'
import { createObject } from '../registry/create.ts'
import { completeObject } from '../registry/decode.ts'
import { deleteObject } from '../registry/delete.ts'
import { notFound, unknownResource } from '../registry/errors.ts'
import { factsOf } from '../registry/facts.ts'
import { trackWrite } from '../registry/field-management.ts'
import { parseFieldSelector } from '../registry/field-selector.ts'
import { parseLabelSelector } from '../registry/label-selector.ts'
import { parseObject } from '../registry/object-bytes.ts'
import { leanOf } from '../registry/stored-object.ts'
import { cloneObject, type Target, type WriteRequest } from '../registry/target.ts'
import { updateObject } from '../registry/update.ts'
import type { LogicalCluster } from './logical-cluster.ts'

/** The server itself, as those see it who ask who wrote. */
const SERVER: Identity = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'skep',
}

type UpdateOptions = WriteOptions & { subresource?: string }

/** The operations of a logical cluster for callers inside the process: the API's semantics, no sockets. */
export function createObjectApi(cluster: LogicalCluster, identity: Identity = SERVER): ObjectApi {
  const context: RequestContext = { ...identity, warn: () => {} }
  const targetOf = (at: GroupResource): Target => {
    const preferred = cluster.resource(at)
    // In the version they are stored in, objects need no conversion.
    const resource = preferred && (cluster.resource(at, preferred.storageVersion) ?? preferred)
    if (!resource) throw unknownResource()
    return cluster.target(resource)
  }
  return {
    as: (other) => createObjectApi(cluster, other),
    get: (at, namespace, name) => {
      const { collection, resource } = targetOf(at)
      const entry = collection.bucket.get(keyOf(namespace, name))
      return entry && sharedForm(resource, entry)
    },
    traitsOf: (at, namespace, name) => {
      const { collection, resource } = targetOf(at)
      const entry = collection.bucket.get(keyOf(namespace, name))
      return entry && factsOf(resource, entry)
    },
    list: (at, { namespace = '', labelSelector = '', fieldSelector = '' } = {}) => {
      const { collection, resource } = targetOf(at)
      const labels = parseLabelSelector(labelSelector)
      const fields = parseFieldSelector(fieldSelector)
      return collection.select(resource, { namespace, labels, fields }).map((entry) => formOf(resource, entry))
    },
    create: async (at, namespace, object, options = {}) => {
      const target = targetOf(at)
      const complete = completeObject(target.resource, asJson(cloneObject(object)))
      return parseObject((await createObject(target, writeRequest(context, namespace, '', options), complete)).value)
    },
    update: (at, object, options = {}) => updateWith(targetOf(at), context, object, options),
    modify: (at, namespace, name, change, options = {}) =>
      modify(targetOf(at), context, { namespace, name }, change, options),
    delete: async (at, namespace, name, options: DeleteOptions = {}) => {
      await deleteObject(targetOf(at), { namespace, name, options, context })
    },
  }
}

/** The object as its resource shows it, shared with all who look at it if it is stored so. */
const sharedForm = (resource: ServedResource, entry: Entry): KubeObject =>
  resource.storedAs ? formOf(resource, entry) : leanOf(entry)

/** The object as its resource shows it, without waiting: what is stored in another version stays so. */
function formOf({ storedAs }: ServedResource, { value }: Entry): KubeObject {
  const stored = parseObject(value)
  return storedAs ? storedAs.fromStored(stored) : stored
}

const writeRequest = (
  context: RequestContext,
  namespace: string,
  name: string,
  options: UpdateOptions,
): WriteRequest => ({
  namespace,
  name,
  subresource: options.subresource ?? '',
  options,
  context,
})

async function updateWith(
  target: Target,
  context: RequestContext,
  object: KubeObject,
  options: UpdateOptions,
): Promise<KubeObject> {
  const { name = '', namespace = '' } = object.metadata
  const write = writeRequest(context, namespace, name, options)
  const { value } = await updateObject(target, write, {
    createIfAbsent: false,
    unconditional: true,
    expectedUid: object.metadata.uid,
    next: (stored) => {
      const next = completeObject(target.resource, asJson(cloneObject(object)))
      trackWrite(target, write, stored, next)
      return next
    },
  })
  return parseObject(value)
}

/** Signals that the change function left the object alone. */
const UNTOUCHED = Symbol('untouched')

async function modify(
  target: Target,
  context: RequestContext,
  { namespace, name }: { namespace: string; name: string },
  change: (object: KubeObject) => KubeObject | undefined,
  options: UpdateOptions,
): Promise<KubeObject | undefined> {
  const write = writeRequest(context, namespace, name, options)
  try {
    const { value } = await updateObject(target, write, {
      createIfAbsent: false,
      unconditional: true,
      next: (stored) => {
        if (!stored) throw notFound(target.resource, name)
        const changed = change(cloneObject(stored))
        if (!changed) throw UNTOUCHED
        const next = completeObject(target.resource, asJson(cloneObject(changed)))
        trackWrite(target, write, stored, next)
        return next
      },
    })
    return parseObject(value)
  } catch (error) {
    if (error === UNTOUCHED || hasReason(error, 'NotFound')) return undefined
    throw error
  }
}
