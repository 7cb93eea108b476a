import type { Clock, Timer } from '@skep/base'

/** How finely time is told apart: whoever is due within the same second is called together. */
const STEP_MS = 1_000

/** Names that are due one day; all of them share one timer. A name that was due is forgotten until it is set again. */
export class Wheel {
  readonly #clock: Clock
  readonly #onDue: (names: readonly string[]) => void
  readonly #slots = new Map<number, Set<string>>()
  readonly #slotOf = new Map<string, number>()
  #armed: { readonly slot: number; readonly timer: Timer } | undefined

  constructor(clock: Clock, onDue: (names: readonly string[]) => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Makes a name due at a time, instead of when it would have been. */
  set(name: string, at: number): void {
    this.#remove(name)
    const slot = Math.ceil(at / STEP_MS)
    this.#slotOf.set(name, slot)
    const names = this.#slots.get(slot)
    if (names) names.add(name)
    else this.#slots.set(slot, new Set([name]))
    this.#arm()
  }

  delete(name: string): void {
    this.#remove(name)
    this.#arm()
  }

  /** Calls nobody any more. */
  stop(): void {
    this.#slots.clear()
    this.#slotOf.clear()
    this.#arm()
  }

  #remove(name: string): void {
    const slot = this.#slotOf.get(name)
    if (slot === undefined) return
    this.#slotOf.delete(name)
    const names = this.#slots.get(slot)
    names?.delete(name)
    if (names?.size === 0) this.#slots.delete(slot)
  }

  /** There are as many slots as seconds that somebody waits for, so that looking at all of them costs little. */
  #arm(): void {
    const slot = this.#slots.size === 0 ? undefined : Math.min(...this.#slots.keys())
    if (slot === this.#armed?.slot) return
    this.#armed?.timer.cancel()
    const wait = (slot ?? 0) * STEP_MS - this.#clock.now()
    this.#armed = slot === undefined ? undefined : { slot, timer: this.#clock.setTimer(wait, () => this.#fire(slot)) }
  }

  #fire(slot: number): void {
    const names = [...(this.#slots.get(slot) ?? [])]
    for (const name of names) this.#remove(name)
    this.#armed = undefined
    this.#arm()
    this.#onDue(names)
  }
}
