import type { KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import { factsOfOtherBytes, type ObjectFacts } from './facts.ts'
import { parseObject } from './object-bytes.ts'

/** What makes an object that many clusters begin with the object of one of them. */
export interface Stamp {
  /** The uid that an object has there which has this one for all. */
  uid(shared: string): string
  /** When that cluster began, and with it everything that it began with. */
  readonly createdAt: string
  /** Since when operators state there what their objects say; as they did for all unless given. */
  readonly statedAt?: string | undefined
}

/**
 * An object that many clusters begin with, as one of them has it: with a uid and an age of its own. Nothing of it is kept
 * by the cluster; its bytes are made when somebody looks at them, from those that all share.
 */
export class InheritedEntry implements Entry {
  readonly bucket = ''
  readonly key: string
  readonly revision: number
  /** As all clusters share it. */
  readonly origin: Entry
  readonly #stamp: Stamp
  #value: Buffer | undefined
  #facts: ObjectFacts | undefined

  constructor(origin: Entry, stamp: Stamp) {
    this.key = origin.key
    this.revision = origin.revision
    this.origin = origin
    this.#stamp = stamp
  }

  get value(): Buffer {
    return (this.#value ??= stampObject(this.origin.value, this.#stamp))
  }

  get annex(): ObjectFacts | undefined {
    // The annex of object entries is written by the registry alone.
    const shared = this.origin.annex as ObjectFacts | undefined
    return (this.#facts ??= shared && stampFacts(shared, this.#stamp))
  }

  set annex(facts: ObjectFacts | undefined) {
    this.#facts = facts
  }
}

/** The entry that all clusters share, of one that a cluster may have inherited. */
export const originOf = (entry: Entry): Entry => (entry instanceof InheritedEntry ? entry.origin : entry)

/** What is known of an object, without the bytes that were kept with it. */
function stampFacts(shared: ObjectFacts, stamp: Stamp): ObjectFacts {
  const facts = factsOfOtherBytes(shared)
  return {
    ...facts,
    uid: stamp.uid(facts.uid),
    ownerUids: facts.ownerUids.map((uid) => stamp.uid(uid)),
    framed: undefined,
  }
}

/** The bytes of an object as a cluster has it that began with it: as many, with other uids and other times. */
export function stampObject(shared: Buffer, stamp: Stamp): Buffer {
  const { uids, createdAt, statedAt } = placesIn(shared)
  // Not from the pool: whoever keeps one of these would keep eight kilobytes of others.
  const bytes = Buffer.allocUnsafeSlow(shared.length)
  shared.copy(bytes)
  for (const at of uids) bytes.write(stamp.uid(shared.toString('latin1', at, at + UID_LENGTH)), at, 'latin1')
  if (createdAt !== undefined) bytes.write(stamp.createdAt, createdAt, TIME_LENGTH, 'latin1')
  if (stamp.statedAt !== undefined) for (const at of statedAt) bytes.write(stamp.statedAt, at, TIME_LENGTH, 'latin1')
  return bytes
}

const UID_LENGTH = 36
const TIME_LENGTH = '2030-01-01T00:00:00Z'.length

/** Where the bytes of an object say who it is and who owns it, since when it is there, and since when as it is. */
interface Places {
  readonly uids: readonly number[]
  readonly createdAt: number | undefined
  readonly statedAt: readonly number[]
}

const known = new WeakMap<Buffer, Places>()

function placesIn(bytes: Buffer): Places {
  let places = known.get(bytes)
  if (!places) known.set(bytes, (places = findPlaces(bytes)))
  return places
}

function findPlaces(bytes: Buffer): Places {
  const { apiVersion, metadata, status }: KubeObject & { status?: unknown } = parseObject(bytes)
  const { uid, ownerReferences = [], creationTimestamp } = metadata
  const uids = new Set([uid, ...ownerReferences.map((owner) => owner.uid)])
  const [createdAt] = occurrences(bytes, 'creationTimestamp', creationTimestamp, TIME_LENGTH)
  // Of its own kinds, the server states everything itself, by its own clock.
  const times = SERVERS_OWN.test(apiVersion) ? [] : transitionTimes(status)
  return {
    uids: [...uids].flatMap((each) => occurrences(bytes, 'uid', each, UID_LENGTH)),
    createdAt,
    statedAt: times.flatMap((time) => occurrences(bytes, 'lastTransitionTime', time, TIME_LENGTH)),
  }
}

const SERVERS_OWN = /^(v1|[a-z]+\/v\w+|[a-z.]+\.k8s\.io\/v\w+)$/

/** The different times at which conditions of a status came about. */
function transitionTimes(status: unknown): string[] {
  const { conditions } = (status ?? {}) as { conditions?: readonly { lastTransitionTime?: string }[] }
  return [...new Set((conditions ?? []).flatMap(({ lastTransitionTime }) => lastTransitionTime ?? []))]
}

/** Where a member has a value of a certain length. Quotes within texts are escaped, so that no text looks like it. */
function occurrences(bytes: Buffer, member: string, value: string | undefined, length: number): number[] {
  if (value?.length !== length) return []
  const name = `"${member}":"`
  const places: number[] = []
  for (let at = bytes.indexOf(name + value); at !== -1; at = bytes.indexOf(name + value, at + 1)) {
    places.push(at + name.length)
  }
  return places
}
