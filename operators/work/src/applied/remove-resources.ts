import { hasReason, nameHeld } from '@skep/base'
import type { Client } from '@skep/client'
import type { OwnerReference } from '@skep/schema'
import { hasOtherOwner, isOwnedBy, writeOwner } from '../apply/owners.ts'
import { despiteConflicts } from '../apply/update.ts'
import { describeResource, kindOfResource } from '../manifests/resource-meta.ts'
import { messageOf } from '../message-of.ts'
import type { AppliedResource, SpokeObject } from '../types.ts'

/** Which objects a work no longer wants, and who it is. */
export interface Removal {
  readonly spokeClient: Client
  readonly resources: readonly AppliedResource[]
  readonly owner: OwnerReference
  /** Whether an object is to go; otherwise it only stops to belong to the work. */
  isOwned(resource: AppliedResource): boolean
}

/** What is left of a removal. */
export interface RemovalOutcome {
  /** Objects that are still there: being deleted, or not to be deleted now. */
  readonly pending: readonly AppliedResource[]
  /** What each of them waits for, for people to read. */
  readonly waits: readonly string[]
  readonly errors: readonly Error[]
}

/** Deletes objects that belong to nobody else, and only those very objects, not others of their names. */
export async function removeResources(removal: Removal): Promise<RemovalOutcome> {
  const outcomes = await Promise.all(removal.resources.map((resource) => tryRemove(removal, resource)))
  return {
    pending: removal.resources.filter((_, index) => outcomes[index] !== 'gone'),
    waits: removal.resources.flatMap((resource, index) => describeWait(resource, outcomes[index]!)),
    errors: outcomes.filter((outcome) => outcome instanceof Error),
  }
}

/** Whether an object has gone; if it has not, what holds it. */
type Outcome = 'gone' | { readonly finalizers: readonly string[] }

function describeWait(resource: AppliedResource, outcome: Outcome | Error): string[] {
  if (outcome === 'gone') return []
  const name = describeResource(resource)
  return [outcome instanceof Error ? `${name} (${messageOf(outcome.cause)})` : nameHeld(name, outcome.finalizers)]
}

async function tryRemove(removal: Removal, resource: AppliedResource): Promise<Outcome | Error> {
  try {
    return await despiteConflicts(() => removeResource(removal, resource))
  } catch (error) {
    return new Error(`failed to delete ${describeResource(resource)}: ${messageOf(error)}`, { cause: error })
  }
}

async function removeResource(removal: Removal, resource: AppliedResource): Promise<Outcome> {
  const { spokeClient, owner } = removal
  const kind = kindOfResource(resource)
  const object = await readObject(spokeClient, resource)
  if (!object || !isOwnedBy(object, owner)) return 'gone'
  if (hasOtherOwner(object, owner) || !removal.isOwned(resource)) {
    await writeOwner(spokeClient, kind, object, owner, false)
    return 'gone'
  }
  const { uid, deletionTimestamp, finalizers = [] } = object.metadata
  if (resource.uid !== undefined && resource.uid !== uid) return 'gone'
  if (deletionTimestamp !== undefined) return { finalizers }
  const options = { preconditions: { uid }, propagationPolicy: 'Background' } as const
  if (!(await spokeClient.delete(kind, object.metadata, options))) return 'gone'
  // Most objects go at once, and need not be waited for.
  const left = await readObject(spokeClient, resource)
  return left?.metadata.uid === uid ? { finalizers: left.metadata.finalizers ?? [] } : 'gone'
}

/** A kind that is no longer served has no objects. */
async function readObject(spokeClient: Client, resource: AppliedResource): Promise<SpokeObject | undefined> {
  const { namespace, name } = resource
  try {
    return await spokeClient.get(kindOfResource(resource), { name, ...(namespace ? { namespace } : {}) })
  } catch (error) {
    if (hasReason(error, 'NotFound')) return undefined
    throw error
  }
}
