import { hasReason } from '@skep/base'
import { type Client, type Draft, type Informer, isObjectMissing, type Stored } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { asJson, isObject, type Json, type KubeObject } from '@skep/schema'

/**
 * Whether an object says all that is wanted. What is not wanted but there, such as defaults of the server, is fine; lists
 * must have the wanted items and no others.
 */
export function covers(actual: Json | undefined, wanted: Json | undefined): boolean {
  if (wanted === undefined || actual === wanted) return true
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, index) => covers(actual[index], item))
    )
  }
  if (!isObject(wanted) || (actual !== undefined && !isObject(actual))) return false
  for (const key in wanted) if (!covers(actual?.[key], wanted[key])) return false
  return true
}

interface Specified extends KubeObject {
  spec?: object
}

/** How an object is brought to what is wanted. */
export interface EnsureOptions<T extends KubeObject> {
  /** Whether the object will do as it is; when it covers what is wanted, unless given. */
  readonly isFine?: (found: Stored<T>, wanted: Draft<T>) => boolean
}

/**
 * Makes an object, or replaces what it says where that is not what is wanted, and writes nothing otherwise. Labels,
 * annotations and members of the spec that are not wanted one way or the other stay. Gives the object as it then is;
 * undefined when somebody else has just made it, whose watch event brings the caller back.
 */
export async function ensureObject<T extends Specified>(
  client: Client,
  informer: Informer<T>,
  wanted: Draft<T> & { metadata: { name: string } },
  { isFine = coversWanted }: EnsureOptions<T> = {},
): Promise<Stored<T> | undefined> {
  const found = informer.get(wanted.metadata)
  if (!found) return createIfMissing(client, informer.kind, wanted)
  if (isFine(found, wanted)) return found
  return client.update(informer.kind, replaced(found, wanted))
}

/** Deletes an object that is known to be there, and only that very one. */
export async function removeObject<T extends KubeObject>(
  client: Client,
  informer: Informer<T>,
  ref: { namespace?: string; name: string },
): Promise<void> {
  const found = informer.get(ref)
  if (!found || found.metadata.deletionTimestamp !== undefined) return
  const { uid } = found.metadata
  try {
    await client.delete(informer.kind, ref, { preconditions: { uid }, propagationPolicy: 'Background' })
  } catch (error) {
    // Another one of that name has come since, and is looked at in its turn.
    if (!isObjectMissing(error) && !hasReason(error, 'Conflict')) throw error
  }
}

const coversWanted = <T extends KubeObject>(found: Stored<T>, wanted: Draft<T>): boolean =>
  covers(asJson(found), asJson(wanted))

/** What is wanted, with what the server or others have decided where nothing is: addresses, ports, marks. */
function replaced<T extends Specified>(found: Stored<T>, wanted: Draft<T>): Draft<T> {
  const { labels, annotations, ownerReferences } = wanted.metadata
  const metadata = {
    ...found.metadata,
    ...(labels ? { labels: { ...found.metadata.labels, ...labels } } : {}),
    ...(annotations ? { annotations: { ...found.metadata.annotations, ...annotations } } : {}),
    ...(ownerReferences ? { ownerReferences } : {}),
  }
  return { ...wanted, ...(wanted.spec ? { spec: { ...found.spec, ...wanted.spec } } : {}), metadata }
}
