import type { Entry } from '@skep/store'
import type { ObjectFacts } from './facts.ts'
import type { RenderedObject } from './object-bytes.ts'

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
export function renderFramed(type: ChangeType, { before, after }: RenderedObject, resourceVersion: number): Buffer {
  const frame = Buffer.from(PREFIX[type] + before + resourceVersion + after + SUFFIX)
  return frame.subarray(PREFIX[type].length, frame.length - SUFFIX.length)
}

/** The line that tells watchers of a change to an entry's object. */
export function frameOf(type: ChangeType, entry: Entry): Buffer {
  // Entries of objects carry facts, or nothing after a restart.
  const facts = entry.annex as ObjectFacts | undefined
  if (facts?.framed !== type) return makeFrame(type, entry.value)
  const { buffer, byteOffset, length } = entry.value
  const start = byteOffset - PREFIX[type].length
  return Buffer.from(buffer, start, PREFIX[type].length + length + SUFFIX.length)
}

export const makeFrame = (type: ChangeType, object: Buffer): Buffer =>
  Buffer.concat([Buffer.from(PREFIX[type]), object, Buffer.from(SUFFIX)])
