import type { Clock, Logger, Random } from '@skep/base'
import { type Client, Informer, metadataOf, type ObjectChange, type ObjectRef, objectKey } from '@skep/client'
import { apiVersionOf } from '@skep/schema'
import type { SpokeKind, SpokeObject } from '../types.ts'

/** An object on the cluster that concerns a work. */
export interface FollowedObject {
  readonly kind: SpokeKind
  readonly ref: ObjectRef
  readonly concern: Concern
}

/** Why an object concerns a work: whether it is there, how it is, how it is at once, or that it is to vanish. */
export type Concern = 'existence' | 'state' | 'urgent-state' | 'removal'

/** Told that an object of a work changed. */
export type ObjectListener = (work: string, concern: Concern, type: ObjectChange['type']) => void

/** What following objects takes. */
export interface AppliedObjectsDependencies {
  readonly spokeClient: Client
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** One list and watch, and for whom its objects matter: by the object's key, then by work. */
interface Following {
  readonly informer: Informer
  readonly stop: AbortController
  readonly running: Promise<void>
  readonly concerns: Map<string, Map<string, Concern>>
}

/**
 * Follows the objects of all works: one watch for each kind, of the metadata alone where nobody reads more, from the
 * first object of the kind to the last.
 */
export class AppliedObjects {
  readonly #dependencies: AppliedObjectsDependencies
  readonly #listener: ObjectListener
  readonly #followings = new Map<string, Following>()
  readonly #byWork = new Map<string, readonly FollowedObject[]>()

  constructor(dependencies: AppliedObjectsDependencies, listener: ObjectListener) {
    this.#dependencies = dependencies
    this.#listener = listener
  }

  /** From now on these are the objects that concern a work. */
  follow(work: string, objects: readonly FollowedObject[]): void {
    const former = this.#byWork.get(work) ?? []
    for (const object of objects) this.#concern(work, object)
    const kept = new Set(objects.map(idOf))
    for (const object of former) if (!kept.has(idOf(object))) this.#release(work, object)
    if (objects.length > 0) this.#byWork.set(work, objects)
    else this.#byWork.delete(work)
  }

  /** Whether changes of an object are told; if not, somebody has to ask now and then. */
  isFollowed(object: FollowedObject): boolean {
    return this.#followings.get(followingId(object))?.informer.state === 'watching'
  }

  /** The object as it is known, or as the server has it where nothing is known. */
  async read(object: FollowedObject): Promise<SpokeObject | undefined> {
    const known = this.isFollowed(object)
      ? this.#followings.get(followingId(object))?.informer.get(object.ref)
      : undefined
    // The informer of a kind has its objects; what it has not may be newer than what it knows.
    return (known as SpokeObject | undefined) ?? this.#dependencies.spokeClient.get(object.kind, object.ref)
  }

  /** Ends all watches. */
  async close(): Promise<void> {
    const all = [...this.#followings.values()]
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ running }) => running))
  }

  #concern(work: string, object: FollowedObject): void {
    const { concerns } = this.#followingOf(object)
    const key = objectKey(object.ref)
    let works = concerns.get(key)
    if (!works) concerns.set(key, (works = new Map()))
    works.set(work, object.concern)
  }

  #release(work: string, object: FollowedObject): void {
    const id = followingId(object)
    const following = this.#followings.get(id)
    const key = objectKey(object.ref)
    const works = following?.concerns.get(key)
    works?.delete(work)
    if (works?.size === 0) following?.concerns.delete(key)
    if (following?.concerns.size !== 0) return
    following.stop.abort()
    this.#followings.delete(id)
  }

  #followingOf(object: FollowedObject): Following {
    const id = followingId(object)
    const known = this.#followings.get(id)
    if (known) return known
    const started = this.#start(object)
    this.#followings.set(id, started)
    return started
  }

  #start(object: FollowedObject): Following {
    const { kind } = object
    const { spokeClient, clock, random, log } = this.#dependencies
    // A server must not seem silent because simulated time leaps.
    const timing = { clock: clock.outside ?? clock, random, log }
    const informer: Informer = new Informer(spokeClient, isReadWhole(object) ? kind : metadataOf(kind), timing)
    const concerns: Following['concerns'] = new Map()
    informer.onChange((change) => {
      const works = concerns.get(objectKey(change.object.metadata)) ?? []
      for (const [work, concern] of works) this.#listener(work, concern, change.type)
    })
    const stop = new AbortController()
    const running = informer.run(stop.signal).catch((error: unknown) => {
      log.error('Failed to follow objects, asking for each instead', { kind: kind.kind, error })
    })
    return { informer, stop, running, concerns }
  }
}

const isReadWhole = ({ concern }: FollowedObject): boolean => concern === 'state' || concern === 'urgent-state'

/** Objects look different in different versions of their API. */
const followingId = (object: FollowedObject): string =>
  `${apiVersionOf(object.kind)}/${object.kind.plural}/${isReadWhole(object)}`

const idOf = (object: FollowedObject): string => `${followingId(object)}/${objectKey(object.ref)}`
