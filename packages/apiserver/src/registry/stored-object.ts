import { deepFreeze, type KubeObject, leanObject, leanObjects } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { ObjectFacts } from './facts.ts'
import { parseLeanObject, parseManagedFields, parseObject } from './object-bytes.ts'

/**
 * Stored objects as objects. Who writes one has it at hand; so it is kept beside its bytes, for as long as somebody uses
 * it and for a moment longer. The next writer, the server's controllers and whoever watches in the same process share it.
 */

/** Keeps an object that has just become bytes. Nobody may change it any more, but for its top level and its metadata. */
export function keepObject(facts: ObjectFacts, bytes: Buffer, object: KubeObject, revision: number): void {
  const lean = leanObject(object)
  lean.metadata.resourceVersion = String(revision)
  remember(facts, bytes, lean)
}

function remember(facts: ObjectFacts | undefined, bytes: Buffer, lean: KubeObject): void {
  leanObjects.note(bytes, lean)
  if (facts) facts.lean = new WeakRef(lean)
}

/** The object of an entry without its managed fields, if it need not be read for that; whoever looks at it freezes it. */
export function keptObject({ annex, value }: Entry): KubeObject | undefined {
  // Entries of objects carry facts, or nothing after a restart.
  return annex ? (annex as ObjectFacts).lean?.deref() : leanObjects.get(value)
}

/** The object of an entry without its managed fields, frozen. */
export function leanOf(entry: Entry): KubeObject {
  const kept = keptObject(entry)
  if (kept) return deepFreeze(kept)
  const facts = entry.annex as ObjectFacts | undefined
  const lean = deepFreeze(parseLeanObject(entry.value, facts?.managed))
  remember(facts, entry.value, lean)
  return lean
}

/** The object of an entry, as it is stored. The caller may change its top level and its metadata; all else is shared. */
export function storedObject(entry: Entry): KubeObject {
  const facts = entry.annex as ObjectFacts | undefined
  if (!facts?.framed) return parseObject(entry.value)
  const kept = keptObject(entry)
  // One that nobody has in use is read for the caller alone: what it becomes will be kept, and not what it was.
  const lean = kept ? deepFreeze(kept) : parseLeanObject(entry.value, facts.managed)
  const metadata = { ...lean.metadata }
  if (facts.managed) metadata.managedFields = parseManagedFields(entry.value, facts.managed)
  const object = { ...lean }
  object.metadata = metadata
  return object
}
