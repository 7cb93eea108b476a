import { leanEvents } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { ObjectFacts } from './facts.ts'
import { type RenderedObject, versionRange, withVersionText } from './object-bytes.ts'
import { keptObject } from './stored-object.ts'

/** What happened to an object, as watchers are told. */
export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

const PREFIX: Record<ChangeType, string> = {
  ADDED: '{"type":"ADDED","object":',
  MODIFIED: '{"type":"MODIFIED","object":',
  DELETED: '{"type":"DELETED","object":',
}
const SUFFIX = '}\n'

/**
 * Renders an object inside the frame of the watch event it is about to cause, and returns the object's part of it. The
 * frame costs a few bytes of the same buffer, is shared by all watchers, and is found again by `frameOf`.
 */
export function renderFramed(type: ChangeType, rendered: RenderedObject, resourceVersion: number): Buffer {
  const text = PREFIX[type] + withVersionText(rendered, resourceVersion) + SUFFIX
  const frame = ownBuffer(Buffer.byteLength(text))
  frame.write(text)
  return frame.subarray(PREFIX[type].length, frame.length - SUFFIX.length)
}

/**
 * Memory for what may be kept for years: of its own, because a part of a shared piece would keep all of that piece. For
 * objects of 2.7 KB, of which a shared piece of 8 KB holds two, that is a third less for each.
 */
const ownBuffer = (size: number): Buffer => Buffer.allocUnsafeSlow(size)

/** The line that tells watchers of a change to an entry's object. */
export function frameOf(type: ChangeType, entry: Entry): Buffer {
  // Entries of objects carry facts, or nothing after a restart.
  const facts = entry.annex as ObjectFacts | undefined
  if (facts?.framed !== type) return makeFrame(type, entry.value)
  return facts.frame ?? keepFrame(facts, newFrame(type, entry))
}

/** Watchers ask within moments; so many frames are kept for them, and none for years beside an object that rests. */
const keepers: (ObjectFacts | undefined)[] = new Array(512).fill(undefined)
let nextKeeper = 0

function keepFrame(facts: ObjectFacts, frame: Buffer): Buffer {
  const former = keepers[nextKeeper]
  if (former) former.frame = undefined
  keepers[nextKeeper] = facts
  nextKeeper = (nextKeeper + 1) % keepers.length
  facts.frame = frame
  return frame
}

/** The frame of an entry; whoever gets it in this process need not read what is in it. */
function newFrame(type: ChangeType, entry: Entry): Buffer {
  const frame = surroundings(type, entry.value)
  const object = keptObject(entry)
  if (object) leanEvents.note(frame, { type, object })
  return frame
}

/** The buffer that a framed value lies in, from the start of its frame to the end. */
function surroundings(type: ChangeType, { buffer, byteOffset, length }: Buffer): Buffer {
  const before = PREFIX[type].length
  return Buffer.from(buffer, byteOffset - before, before + length + SUFFIX.length)
}

/** The same object at another resource version, inside a frame: what is left of an object that is deleted as it is. */
export function reframe(type: ChangeType, object: Buffer, resourceVersion: number): Buffer {
  const { start, end } = versionRange(object)
  const before = PREFIX[type].length
  const version = String(resourceVersion)
  const frame = ownBuffer(before + start + version.length + object.length - end + SUFFIX.length)
  let at = frame.write(PREFIX[type], 'latin1')
  at += object.copy(frame, at, 0, start)
  at += frame.write(version, at, 'latin1')
  at += object.copy(frame, at, end)
  frame.write(SUFFIX, at, 'latin1')
  return frame.subarray(before, at)
}

export const makeFrame = (type: ChangeType, object: Buffer): Buffer =>
  Buffer.concat([Buffer.from(PREFIX[type]), object, Buffer.from(SUFFIX)])
