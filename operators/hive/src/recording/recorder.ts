import { type Clock, formatTime } from '@skep/base'
import type { ObjectChange, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Recording } from '@skep/sim'
import { placeOf } from '../platform.ts'
import { ObjectTrack } from './object-track.ts'
import { readObject } from './reading.ts'

/** An object that is followed. */
interface Followed {
  readonly kind: string
  readonly created: string
  readonly track: ObjectTrack
  /** Ready or failed before anybody looked, and unchanged since. */
  isOld: boolean
  isGone: boolean
}

/** What is recorded of whole shards, as their objects change. */
export class Recorder {
  readonly #clock: Clock
  readonly #kinds: readonly string[]
  readonly #startedAt: number
  /** By uid. */
  readonly #followed = new Map<string, Followed>()

  constructor(clock: Clock, kinds: readonly string[]) {
    this.#clock = clock
    this.#kinds = kinds
    this.#startedAt = clock.now()
  }

  /** Takes a change of an object. `isPast` says that the object was there when the recording began. */
  take(kind: string, change: ObjectChange<KubeObject>, isPast: boolean): void {
    const { object } = change
    const now = this.#clock.now()
    const reading = readObject(kind, object)
    const followed = this.#followed.get(object.metadata.uid)
    if (followed) {
      followed.isOld &&= reading.isReady
      followed.isGone = change.type === 'deleted'
      followed.track.take(reading, now)
    } else if (change.type === 'added') {
      const track = newTrack(kind, object, isPast ? undefined : now)
      if (isPast) track.takePast(reading)
      else track.take(reading, now)
      const { uid, creationTimestamp: created = '' } = object.metadata
      this.#followed.set(uid, { kind, created, track, isOld: isPast && track.isSettled, isGone: false })
    }
  }

  /** How many objects of a kind are under way or became ready or failed since, and how many of them are. */
  counts(kind?: string): { readonly all: number; readonly settled: number } {
    const now = this.#clock.now()
    const followed = [...this.#followed.values()].filter(
      (each) => !each.isOld && !each.isGone && (kind === undefined || each.kind === kind),
    )
    for (const { track } of followed) track.tick(now)
    return { all: followed.length, settled: followed.filter(({ track }) => track.isSettled).length }
  }

  /** What was recorded so far, with or without what was over before: kind by kind, each in the order in which its objects were made. */
  finish({ past }: { readonly past: boolean }): Recording {
    const followed = [...this.#followed.values()].filter(({ isOld }) => past || !isOld)
    const sorted = followed.sort(
      (a, b) => this.#kinds.indexOf(a.kind) - this.#kinds.indexOf(b.kind) || a.created.localeCompare(b.created),
    )
    return { recordedAt: formatTime(this.#startedAt), objects: sorted.map(({ track }) => track.finish()) }
  }
}

/** Follows an object from its creation, which was when it was seen unless it was there before. */
function newTrack(kind: string, object: Stored<KubeObject>, seenAt: number | undefined): ObjectTrack {
  const { namespace = '', name, creationTimestamp = '' } = object.metadata
  return new ObjectTrack({ kind, namespace, name, ...placeOf(kind, object) }, seenAt ?? Date.parse(creationTimestamp))
}
