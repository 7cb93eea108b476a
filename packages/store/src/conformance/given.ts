import type { VirtualClock } from '@skep/base'
import type { StoreOptions } from '../memory-store.ts'
import type { Store, StoreEvent } from '../store.ts'

/** What each test of the suite is given, fresh. */
export interface Given {
  store: Store
  clock: VirtualClock
  /** Another empty store, with these limits, in place of the one that was given. */
  reopen(history: StoreOptions['history']): Promise<Store>
}

/** A write that makes a key of the bucket `things`. */
export const creating = (key: string, value: string) => ({
  bucket: 'things',
  key,
  type: 'put' as const,
  expect: 'absent' as const,
  value: () => Buffer.from(value),
})

/** A write that deletes a key of the bucket `things`. */
export const deleting = (key: string, value = '') => ({
  ...creating(key, value),
  type: 'delete' as const,
  expect: 'any' as const,
})

/** Writes a key of the bucket `things`, whatever is there. */
export const put = (store: Store, key: string, value: string) => store.write({ ...creating(key, value), expect: 'any' })

/** The value of a key of the bucket `things`. */
export const text = (store: Store, key: string) => store.get('things', key)?.value.toString()

/** An event in a few words. */
export const describeEvent = ({ type, revision, entry }: StoreEvent) =>
  `${type} ${entry.key}=${entry.value} @${revision}`

/** The events that a watch has told of; more come as they happen. */
export function watchFrom(store: Store, revision: number): StoreEvent[] {
  const events: StoreEvent[] = []
  store.watch('things', revision, (event) => events.push(event))
  return events
}

/** Puts and deletes keys of the bucket `random`; answers what it held at each revision. */
export async function randomHistory(store: Store): Promise<Map<number, Map<string, string>>> {
  const states = new Map<number, Map<string, string>>()
  let state = new Map<string, string>()
  for (let i = 0; i < 60; i++) {
    const key = `k${(i * 7) % 11}`
    const remove = i % 3 === 2 && state.has(key)
    const write = remove ? deleting(key) : { ...creating(key, `${i}`), expect: 'any' as const }
    const { revision } = await store.write({ ...write, bucket: 'random' })
    state = new Map(state)
    if (remove) state.delete(key)
    else state.set(key, `${i}`)
    states.set(revision, state)
  }
  return states
}
