import { type Clock, formatTime } from '@skep/base'
import type { ObjectChange } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Recording } from '@skep/sim'
import { placeOf } from '../platform.ts'
import { ObjectTrack } from './object-track.ts'
import { readObject } from './reading.ts'

/** What is recorded of whole shards, as their objects change. */
export class Recorder {
  readonly #clock: Clock
  readonly #kinds: readonly string[]
  readonly #startedAt: number
  readonly #tracks = new Map<string, { readonly kind: string; readonly created: string; readonly track: ObjectTrack }>()

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
    if (change.type !== 'added') {
      this.#tracks.get(object.metadata.uid)?.track.take(reading, now)
      return
    }
    const { uid, namespace = '', name, creationTimestamp: created = '' } = object.metadata
    const identity = { kind, namespace, name, ...placeOf(kind, object) }
    const track = new ObjectTrack(identity, isPast ? Date.parse(created) : now)
    this.#tracks.set(uid, { kind, created, track })
    if (isPast) track.takePast(reading)
    else track.take(reading, now)
  }

  /** How many objects of a kind there are, and how many of them got as far as they will. */
  counts(kind?: string): { readonly all: number; readonly settled: number } {
    const now = this.#clock.now()
    const tracks = [...this.#tracks.values()].filter((each) => kind === undefined || each.kind === kind)
    for (const { track } of tracks) track.tick(now)
    return { all: tracks.length, settled: tracks.filter(({ track }) => track.isSettled).length }
  }

  /** What was recorded so far: kind by kind, each in the order in which its objects were made. */
  finish(): Recording {
    const tracks = [...this.#tracks.values()].sort(
      (a, b) => this.#kinds.indexOf(a.kind) - this.#kinds.indexOf(b.kind) || a.created.localeCompare(b.created),
    )
    return { recordedAt: formatTime(this.#startedAt), objects: tracks.map(({ track }) => track.finish()) }
  }
}
