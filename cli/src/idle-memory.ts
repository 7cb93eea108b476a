import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often to look whether there is nothing to do. */
const LOOK_EVERY_MS = 1_000
/** Share of a core below which the program counts as idle. */
const IDLE_SHARE = 0.1
/** What must have come since the last time for it to be worth a pause, in bytes and as a factor. */
const LEAST_GAIN = 24 << 20
const LEAST_GROWTH = 1.5

/**
 * Gives memory back when the program has been busy and is no longer. The collector runs when it needs room, so that
 * without this the leftovers of a burst of work would stay until the next one.
 */
export function giveBackMemoryWhenIdle(): void {
  let collect: (() => void) | undefined
  let kept = inUse()
  let spent = cpuMs()
  setInterval(() => {
    const before = spent
    spent = cpuMs()
    if (spent - before > LOOK_EVERY_MS * IDLE_SHARE) return
    const now = inUse()
    if (now < kept * LEAST_GROWTH || now < kept + LEAST_GAIN) return
    collect ??= collector()
    collect()
    kept = inUse()
  }, LOOK_EVERY_MS).unref()
}

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
