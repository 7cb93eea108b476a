import { isDeepStrictEqual } from 'node:util'
import { type Client, type ClientKind, isObjectMissing, mergePatch, type ObjectChange, type Stored } from '@skep/client'
import {
  addFinalizer,
  type Ctx,
  dropFinalizer,
  hasFinalizer,
  type Reconciler,
  type Result,
  specChanged,
} from '@skep/controller'
import { cloneJson, type Json, type KubeObject } from '@skep/schema'
import type { Behaviours, Failure, TimedState } from '@skep/sim'
import type { FreshObjects } from './fresh-objects.ts'
import { type Progress, progressOf } from './progress.ts'
import { readCreated, readFailure, readState, writeBeginning, writeFailure, writeState } from './state-annotations.ts'

/** What objects of a kind do on their way from state to state. What changes objects does so in place. */
export interface StateMachine<T extends KubeObject> {
  readonly kind: ClientKind<T>
  /** Keeps objects until `remove` is through; none unless given. */
  readonly finalizer?: string
  /** Whether an object has got as far as it will. */
  isDone(object: Stored<T>): boolean
  /** Whether an object must wait for others before it moves on; it never does unless given. May say so on the object. */
  mustWait?(object: Stored<T>, now: number): boolean
  enter(object: Stored<T>, state: TimedState, now: number): void
  fail(object: Stored<T>, failure: Failure, now: number): void
  /** Takes back what `fail` did; `condition` is the type of the condition it left. */
  recover(object: Stored<T>, condition: string): void
  /** Makes what must be there before an object shows its last state. Changes the object for it. */
  complete(object: Stored<T>, now: number): Promise<void>
  /** Cleans up after an object that is to go. */
  remove?(object: Stored<T>): Promise<void>
}

/**
 * Whether a change of an object may mean that it can move: what the machine itself writes on the way does not, nor does
 * anything that befalls an object which is where it will stay.
 */
export const concerns =
  <T extends KubeObject>({ isDone }: Pick<StateMachine<T>, 'isDone'>) =>
  (change: ObjectChange<T>): boolean => {
    const { metadata } = change.object
    if (change.type === 'deleted') return false
    if (metadata.deletionTimestamp === undefined && isDone(change.object)) return false
    return (
      change.type === 'added' ||
      specChanged(change) ||
      !isDeepStrictEqual(metadata.labels, change.previous.metadata.labels)
    )
  }

/** Longer than it takes to see a new object, also at high speeds. */
const LATE_MS = 60_000

interface Parts<T extends KubeObject> {
  readonly client: Client
  readonly behaviours: Behaviours
  /** The objects of the machine. What is given must not be changed. */
  readonly objects: FreshObjects<T>
}

/** Brings objects from state to state as the behaviours say. What it knows of an object is on the object. */
export const stateMachineReconciler =
  <T extends KubeObject>(parts: Parts<T>, machine: StateMachine<T>): Reconciler =>
  async (ctx, key) => {
    const { client, objects } = parts
    const before = await objects.take(key, ctx.signal)
    if (!before) return {}
    if (before.metadata.deletionTimestamp !== undefined) return remove(client, machine, before)
    if (machine.isDone(before)) return {}
    if (machine.finalizer) await addFinalizer(client, machine.kind, before, machine.finalizer)
    const object = copyOf(before)
    const result = await move(parts, machine, object, ctx)
    await write(client, machine.kind, before, object)
    return result
  }

async function remove<T extends KubeObject>(
  client: Client,
  { kind, finalizer, remove: cleanUp }: StateMachine<T>,
  object: Stored<T>,
): Promise<Result> {
  if (finalizer === undefined || !hasFinalizer(object, finalizer)) return {}
  await cleanUp?.(object)
  await dropFinalizer(client, kind, object, finalizer)
  return {}
}

async function move<T extends KubeObject>(
  { behaviours }: Pick<Parts<T>, 'behaviours'>,
  machine: StateMachine<T>,
  object: Stored<T>,
  ctx: Ctx,
): Promise<Result> {
  const now = ctx.clock.now()
  const { kind } = machine.kind
  // Asked at first sight: what is not seen while it waits ages by the time outside.
  const created = ctx.sightings.createdAt(object)
  const states = behaviours.timeline(kind, object.metadata)
  // What one that was recorded waited for is in its times.
  const isReplay = states[0]?.recorded !== undefined
  if (!isReplay && machine.mustWait?.(object, now)) return {}
  const failureOf = (state: string) => behaviours.failureOf(kind, object.metadata, state)
  const progress = progressOf(states, readState(object), now, failureOf, isReplay ? beginningOf(created, now) : now)
  if (readCreated(object) === undefined || progress.entered[0]?.state === states[0]) {
    writeBeginning(object, created, behaviours.replaying.idOf(object.metadata.uid))
  }
  const failure = showProgress(behaviours, machine, object, progress, now)
  if (failure) tellOf(ctx, object, failure)
  if (progress.isComplete) await machine.complete(object, now)
  return progress.dueInMs === undefined ? {} : { requeueAfterMs: progress.dueInMs }
}

/** A life begins with its object. One that got it later, because it was there before the recording, begins then. */
const beginningOf = (created: number, now: number): number => (now - created < LATE_MS ? created : now)

/** For those who ask with `kubectl describe` what happened. */
function tellOf(ctx: Ctx, object: KubeObject, { condition, reason, message }: Failure): void {
  ctx.events.record(object, { type: 'Warning', reason: reason || condition, message })
}

/** Returns the failure that an object did not show before. */
function showProgress<T extends KubeObject>(
  behaviours: Behaviours,
  machine: StateMachine<T>,
  object: Stored<T>,
  { entered, failure }: Progress,
  now: number,
): Failure | undefined {
  const { kind } = machine.kind
  const failed = readFailure(object)
  if (failed !== undefined && failed !== failure?.condition) {
    machine.recover(object, failed)
    writeFailure(object, undefined)
  }
  for (const { state, since } of entered) {
    machine.enter(object, state, now)
    writeState(object, state.name, since)
    behaviours.note('entered state', kind, object.metadata, { state: state.name })
  }
  if (!failure) return undefined
  machine.fail(object, failure, now)
  writeFailure(object, failure.condition)
  if (failed === failure.condition) return undefined
  behaviours.note('failed', kind, object.metadata, failure)
  return failure
}

/** The status first, the spec last: who sees that a cluster is installed finds all the rest in place. */
async function write<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  before: Stored<T>,
  after: Stored<T>,
): Promise<void> {
  try {
    await client.patchStatus(kind, before, after)
    const body = mergePatch(writable(before), writable(after))
    if (body !== undefined) await client.patchUnread(kind, after.metadata, { type: 'merge', body })
  } catch (error) {
    if (!isObjectMissing(error)) throw error
  }
}

/** An object that the machine may change in place: what `write` looks at is copied. Objects are JSON. */
function copyOf<T extends KubeObject>(object: Stored<T>): Stored<T> {
  const { metadata } = object
  const { spec, status } = object as { spec?: Json; status?: Json }
  const copied = { spec: cloneJson(spec), status: cloneJson(status) }
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations } }, ...copied }
}

/** Objects are JSON, and every kind here has a spec. */
const writable = (object: KubeObject): Json => ({
  metadata: { annotations: { ...object.metadata.annotations } },
  spec: (object as { spec?: Json }).spec ?? {},
})
