import { StatusError } from '@skep/base'
import { objectKey } from '@skep/client'
import type { RecordedObject, Recording } from './contracts.ts'
import { readRecording } from './read-recording.ts'
import type { RecordedLife } from './recorded-life.ts'
import { renderRecording } from './render-recording.ts'
import { type ReplayingObject, Replays } from './replays.ts'

/** Lets objects live the lives of recorded ones. */
export interface Replaying {
  /** What is replayed; undefined when nothing is. */
  readonly recording: Recording | undefined
  /** Replays a recording, an unchecked value, instead of the one before. Throws an Invalid `StatusError` when it is wrong. */
  load(value: unknown): void
  /** Replays nothing any more. */
  stop(): void
  /** Gives an object that is new the life of a recorded one, if there is one for it. */
  begin(kind: string, object: ReplayingObject): void
  /** The object is gone: its life may be lived again. */
  end(uid: string): void
  /** What an object is to remember its life by, as an operator that starts anew gives it to `begin`; undefined when it has none. */
  idOf(uid: string): string | undefined
}

/** Where a recording is kept over restarts. */
export interface RecordingFile {
  /** Undefined when none was kept. */
  readRecording(): unknown
  writeRecording(recording: unknown): void
}

/** What a replay works with. */
export interface ReplayingParts {
  /** Kinds whose operators can live by recordings. */
  readonly kinds: readonly string[]
  readonly file: RecordingFile
  /** What is replayed from the start, unchecked; what was kept unless given. */
  readonly first: unknown
  /** Somebody decided what is replayed. */
  onDecision(action: string, detail?: unknown): void
  /** An object begins the life of another. */
  onBegin(kind: string, object: ReplayingObject, recorded: RecordedObject): void
}

/** A replay that can be changed while objects live by it. */
export class LiveReplaying implements Replaying {
  readonly #parts: ReplayingParts
  readonly #first: Recording | undefined
  #replays: Replays | undefined

  constructor(parts: ReplayingParts) {
    this.#parts = parts
    this.#first = parts.first === undefined ? undefined : this.#read(parts.first)
    // What was replayed before is not what anybody who names another one wants to come back to.
    if (this.#first) parts.file.writeRecording(undefined)
    const kept = parts.kinds.length === 0 ? undefined : parts.file.readRecording()
    const recording = kept === undefined ? this.#first : this.#read(kept)
    this.#replays = recording && new Replays(recording)
  }

  get recording(): Recording | undefined {
    return this.#replays?.recording
  }

  load(value: unknown): void {
    const recording = this.#read(value)
    this.#use(recording)
    this.#parts.onDecision('recording replayed', { objects: recording.objects.length })
  }

  stop(): void {
    this.#use(undefined)
    this.#parts.onDecision('recording dropped')
  }

  /** Replays what was replayed from the start. */
  reset(): void {
    if (this.recording !== this.#first) this.#use(this.#first)
  }

  begin(kind: string, object: ReplayingObject): void {
    const recorded = this.#replays?.begin(kind, object)
    if (recorded && object.replays === undefined) this.#parts.onBegin(kind, object, recorded)
  }

  end(uid: string): void {
    this.#replays?.end(uid)
  }

  idOf(uid: string): string | undefined {
    return this.#replays?.idOf(uid)
  }

  lifeOf(uid: string | undefined): RecordedLife | undefined {
    return this.#replays?.lifeOf(uid)
  }

  #read(value: unknown): Recording {
    const { kinds } = this.#parts
    if (kinds.length > 0) return readRecording(value, kinds)
    throw new StatusError(
      'MethodNotAllowed',
      'nothing here can replay a recording: only a Hive of the engine simulator can',
    )
  }

  #use(recording: Recording | undefined): void {
    this.#replays = recording && new Replays(recording)
    this.#parts.file.writeRecording(recording && renderRecording(recording))
  }
}

/** What is told of an object that begins the life of another. */
export const describeLife = (recorded: RecordedObject): { readonly recorded: string; readonly outcome: string } => ({
  recorded: objectKey(recorded),
  outcome: recorded.outcome,
})
