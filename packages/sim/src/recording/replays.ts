import { createHash } from 'node:crypto'
import { type ObjectRef, objectKey } from '@skep/client'
import type { RecordedObject, Recording } from './contracts.ts'
import { lifeOf, type RecordedLife } from './recorded-life.ts'
import { renderRecording } from './render-recording.ts'

/** An object that may live the life of a recorded one. */
export interface ReplayingObject extends ObjectRef {
  readonly uid: string
  /** Such as `aws`. */
  readonly platform?: string
  /** What it replays already, as `Replays.idOf` told it. */
  readonly replays?: string | undefined
}

/**
 * Which objects live the lives of a recording. One of the same namespace and name lives its own; any other one the first
 * of the same kind and platform that nobody lives, in the order in which they were recorded. A life is free again when
 * its object is gone.
 */
export class Replays {
  readonly recording: Recording
  /** Tells recordings apart. */
  readonly #id: string
  readonly #byName = new Map<string, number>()
  /** By kind and platform. */
  readonly #groups = new Map<string, Group>()
  /** By uid of who lives it. */
  readonly #lived = new Map<string, number>()
  /** How many live a life. */
  readonly #counts = new Map<number, number>()
  readonly #lives = new Map<number, RecordedLife>()

  constructor(recording: Recording) {
    this.recording = recording
    this.#id = digestOf(recording)
    for (const [index, object] of recording.objects.entries()) {
      this.#byName.set(nameOf(object.kind, object), index)
      this.#groupOf(object.kind, object.platform).lives.push(index)
    }
  }

  /** Finds the life of an object that has none yet, or remembers it, and keeps it for it. Returns what was recorded. */
  begin(kind: string, object: ReplayingObject): RecordedObject | undefined {
    if (this.#lived.has(object.uid)) return undefined
    const index = object.replays === undefined ? this.#find(kind, object) : this.#remembered(object.replays)
    if (index === undefined) return undefined
    this.#lived.set(object.uid, index)
    this.#counts.set(index, this.#countOf(index) + 1)
    return this.recording.objects[index]
  }

  /** The object is gone: another one may live its life. */
  end(uid: string): void {
    const index = this.#lived.get(uid)
    if (index === undefined) return
    this.#lived.delete(uid)
    this.#counts.set(index, this.#countOf(index) - 1)
    const { kind, platform } = this.recording.objects[index]!
    this.#groupOf(kind, platform).free = 0
  }

  /** What an object is to remember its life by; undefined for one that has none of these. */
  idOf(uid: string | undefined): string | undefined {
    const index = this.#lived.get(uid ?? '')
    return index === undefined ? undefined : `${this.#id}/${index}`
  }

  lifeOf(uid: string | undefined): RecordedLife | undefined {
    const index = this.#lived.get(uid ?? '')
    if (index === undefined) return undefined
    let life = this.#lives.get(index)
    if (!life) this.#lives.set(index, (life = lifeOf(this.recording.objects[index]!)))
    return life
  }

  #find(kind: string, object: ReplayingObject): number | undefined {
    const own = this.#byName.get(nameOf(kind, object))
    if (own !== undefined) return own
    const group = this.#groupOf(kind, object.platform)
    while (group.free < group.lives.length && this.#countOf(group.lives[group.free]!) > 0) group.free++
    return group.lives[group.free]
  }

  #remembered(id: string): number | undefined {
    const [recording, index] = id.split('/')
    if (recording !== this.#id || this.recording.objects[Number(index)] === undefined) return undefined
    return Number(index)
  }

  #countOf(index: number): number {
    return this.#counts.get(index) ?? 0
  }

  #groupOf(kind: string, platform = ''): Group {
    const key = `${kind}/${platform}`
    let group = this.#groups.get(key)
    if (!group) this.#groups.set(key, (group = { lives: [], free: 0 }))
    return group
  }
}

/** Lives of the same kind and platform, in order. */
interface Group {
  readonly lives: number[]
  /** No life before this one is free. */
  free: number
}

const nameOf = (kind: string, object: ObjectRef): string => `${kind}/${objectKey(object)}`

const digestOf = (recording: Recording): string =>
  createHash('sha256')
    .update(JSON.stringify(renderRecording(recording)))
    .digest('hex')
    .slice(0, 8)
