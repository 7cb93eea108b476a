import { hasReason } from '@skep/base'
import { asJson, jsonEqual, type KubeObject } from '@skep/schema'
import { ConflictError, type Entry } from '@skep/store'
import type { DeleteOptions, RequestContext, ServedResource } from '../contracts.ts'
import { isDefinition } from '../crd/definition.ts'
import { planDefinitionDeletion } from '../crd/deletion-plan.ts'
import { DeletionAdmission } from './admit.ts'
import type { BucketWrite } from './bucket.ts'
import { keyOf, nameOf, namespaceOf } from './collection.ts'
import { renderWrite } from './create.ts'
import { type DeletionPlan, isNamespace, planDeletion, planNamespaceDeletion } from './deletion-plan.ts'
import { notFound } from './errors.ts'
import { factsOf, factsOfOtherBytes } from './facts.ts'
import { type ChangeType, reframe } from './frames.ts'
import { type ListPage, listObjects } from './list.ts'
import type { ListOptions } from './list-options.ts'
import { keepObject, keptObject, storedObject } from './stored-object.ts'
import { cloneObject, type Target } from './target.ts'
import { isAsStored, presentBytes, presentObject } from './versions.ts'

/** How many deletes of a collection are under way at once: enough to share group commits. */
const COLLECTION_CONCURRENCY = 64

export interface DeleteRequest {
  readonly namespace: string
  readonly name: string
  readonly options: DeleteOptions
  readonly context: RequestContext
}

/** The outcome of a delete. */
export interface Deletion {
  /** The object is gone, not only marked. */
  readonly gone: boolean
  /** The object as it is now, or as it last was. */
  readonly value: Buffer
  readonly uid: string
}

/** Deletes an object, or starts its deletion. */
export async function deleteObject(target: Target, request: DeleteRequest): Promise<Deletion> {
  const key = keyOf(target.resource.namespaced ? request.namespace : '', request.name)
  for (;;) {
    const entry = target.collection.bucket.get(key)
    if (!entry) throw notFound(target.resource, request.name)
    try {
      const plain = isPlain(target.resource, entry, request.options)
      return await (plain ? removeAsItIs(target, request, entry) : deleteByPlan(target, request, entry))
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
    }
  }
}

/** Whether nothing about the object or the request keeps it from going at once, so that it need not even be parsed. */
function isPlain(resource: ServedResource, entry: Entry, options: DeleteOptions): boolean {
  if (resource.rules?.gracePeriodSeconds || specialPlanner(resource) || !isAsStored(resource, entry)) return false
  if (options.dryRun || options.preconditions || options.orphanDependents) return false
  if (options.propagationPolicy !== undefined && options.propagationPolicy !== 'Background') return false
  return !factsOf(resource, entry).held
}

async function removeAsItIs(target: Target, request: DeleteRequest, entry: Entry): Promise<Deletion> {
  const { resource, collection } = target
  await admitDeletion(
    target,
    request,
    once(() => storedObject(entry)),
  )
  const { value } = await collection.bucket.remove(lastWrite(resource, entry))
  return { gone: true, value, uid: factsOf(resource, entry).uid }
}

/** What takes an object away that is as it was: watchers see it at the version of its end. */
export function lastWrite(resource: ServedResource, entry: Entry): BucketWrite & { base: Entry } {
  const facts = factsOfOtherBytes(factsOf(resource, entry), 'DELETED')
  return {
    key: entry.key,
    base: entry,
    value: (revision) => {
      const value = reframe('DELETED', entry.value, revision)
      const object = keptObject(entry)
      if (object) keepObject(facts, value, object, revision)
      return value
    },
    annex: facts,
  }
}

async function deleteByPlan(target: Target, request: DeleteRequest, entry: Entry): Promise<Deletion> {
  const { resource, services } = target
  const stored = await presentObject(resource, entry)
  await admitDeletion(target, request, () => stored)
  const planner = specialPlanner(resource) ?? planDeletion
  const plan = planner(resource, cloneObject(stored), request.options, services.clock.now())
  const uid = stored.metadata.uid ?? ''
  if (plan.action === 'wait') return { gone: false, value: await presentBytes(resource, entry), uid }
  const gone = plan.action === 'remove'
  const unchanged = !gone && jsonEqual(asJson(plan.object), asJson(stored))
  if (unchanged) return { gone, value: await presentBytes(resource, entry), uid }
  if (request.options.dryRun) return { gone, value: Buffer.from(JSON.stringify(plan.object)), uid }
  return { gone, value: await carryOut(target, plan, entry), uid }
}

type Planner = (resource: ServedResource, object: KubeObject, options: DeleteOptions, now: number) => DeletionPlan

/** Two kinds stay until what they hold is gone: namespaces and definitions. */
function specialPlanner(resource: ServedResource): Planner | undefined {
  if (isNamespace(resource)) return planNamespaceDeletion
  return isDefinition(resource) ? planDefinitionDeletion : undefined
}

function admitDeletion(target: Target, request: DeleteRequest, stored: () => KubeObject): Promise<void> | void {
  const { admission } = target.services
  const deletion = new DeletionAdmission(target, request, stored, request.options, request.context)
  const mutating = admission.mutate(deletion)
  return mutating ? mutating.then(() => admission.validate(deletion)) : admission.validate(deletion)
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

async function carryOut(
  { resource, collection }: Target,
  plan: Exclude<DeletionPlan, { action: 'wait' }>,
  entry: Entry,
): Promise<Buffer> {
  const type: ChangeType = plan.action === 'remove' ? 'DELETED' : 'MODIFIED'
  const write = { key: entry.key, base: entry, ...(await renderWrite(resource, plan.object, type)) }
  const { bucket } = collection
  return presentBytes(resource, await (plan.action === 'remove' ? bucket.remove(write) : bucket.put(write)))
}

/** Deletes what a list shows, and answers with that list. The first failure ends it; what is gone stays gone. */
export async function deleteCollection(
  target: Target,
  request: Omit<DeleteRequest, 'name'>,
  options: ListOptions,
): Promise<ListPage> {
  const page = await listObjects(target.collection, target.resource, request.namespace, options)
  const queue = page.entries.values()
  const worker = async () => {
    for (const { key } of queue) {
      await deleteIfThere(target, { ...request, namespace: namespaceOf(key), name: nameOf(key) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(COLLECTION_CONCURRENCY, page.entries.length) }, worker))
  return page
}

async function deleteIfThere(target: Target, request: DeleteRequest): Promise<void> {
  try {
    await deleteObject(target, request)
  } catch (error) {
    if (!hasReason(error, 'NotFound')) throw error
  }
}
