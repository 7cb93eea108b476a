import type { Clock, Timer } from '@skep/base'

/** Names that are due one day; all of them share one timer. */
export interface Wheel {
  /** Makes a name due at a time, instead of when it would have been. */
  set(name: string, at: number): void
  delete(name: string): void
  stop(): void
}

/** How finely time is told apart: whoever is due within the same second is called together. */
const STEP_MS = 1_000

/** Calls back with the names that are due. A name is forgotten then, until it is set again. */
export function createWheel(clock: Clock, onDue: (names: readonly string[]) => void): Wheel {
  const slots = new Map<number, Set<string>>()
  const slotOf = new Map<string, number>()
  let armed: { readonly slot: number; readonly timer: Timer } | undefined

  const arm = () => {
    const slot = slots.size === 0 ? undefined : Math.min(...slots.keys())
    if (slot === armed?.slot) return
    armed?.timer.cancel()
    armed =
      slot === undefined ? undefined : { slot, timer: clock.setTimer(slot * STEP_MS - clock.now(), () => fire(slot)) }
  }
  const fire = (slot: number) => {
    const names = [...(slots.get(slot) ?? [])]
    slots.delete(slot)
    for (const name of names) slotOf.delete(name)
    armed = undefined
    arm()
    onDue(names)
  }
  const remove = (name: string) => {
    const slot = slotOf.get(name)
    if (slot === undefined) return
    slotOf.delete(name)
    const names = slots.get(slot)
    names?.delete(name)
    if (names?.size === 0) slots.delete(slot)
  }
  return {
    set: (name, at) => {
      remove(name)
      const slot = Math.ceil(at / STEP_MS)
      slotOf.set(name, slot)
      const names = slots.get(slot)
      if (names) names.add(name)
      else slots.set(slot, new Set([name]))
      arm()
    },
    delete: (name) => {
      remove(name)
      arm()
    },
    stop: () => {
      armed?.timer.cancel()
      slots.clear()
      slotOf.clear()
    },
  }
}
