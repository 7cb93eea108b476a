import { cpus } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often to look whether there is nothing to do. */
const LOOK_EVERY_MS = 1_000
/** Share of a core below which the program counts as idle. */
const IDLE_SHARE = 0.1
/** What must have come since the last time for it to be worth a pause, in bytes and as a factor. */
const LEAST_GAIN = 24 << 20
const LEAST_GROWTH = 1.25
/** Signs of life of thousands of nodes go on for ever: below this share, a pause is worth more memory than that. */
const CALM_SHARE = 0.4
const LEAST_GAIN_IN_CALM = 96 << 20
/** Share of all cores above which others on the machine would be held up: collecting takes every core for a while. */
const OTHERS_SHARE = 0.25
/** After so many looks in a row, memory is worth more than their peace. */
const PATIENT_LOOKS = 120

/** What deciding takes. */
export interface Sensors {
  /** Milliseconds of CPU that the program has used so far. */
  cpuMs(): number
  /** The share of all cores of the machine that others have used since the last look. */
  othersShare(): number
  /** Bytes that are in use, or were and have not been collected. */
  bytesInUse(): number
  collect(): void
}

/**
 * Gives memory back when the program has been busy and is no longer. The collector runs when it needs room, so that
 * without this the leftovers of a burst of work would stay until the next one.
 */
export function giveBackMemoryWhenIdle(): void {
  setInterval(idleCollector({ cpuMs, othersShare: othersShare(), bytesInUse, collect }), LOOK_EVERY_MS).unref()
}

/**
 * What to do every second: nothing while there is work, and nothing when little would come of it. Others on the machine
 * have work too: often the users of what this program has just been asked to make.
 */
export function idleCollector({ cpuMs, othersShare, bytesInUse, collect }: Sensors): () => void {
  let kept = bytesInUse()
  let spent = cpuMs()
  let waited = 0
  return () => {
    const before = spent
    spent = cpuMs()
    const now = bytesInUse()
    const wouldDisturb = othersShare() > OTHERS_SHARE
    const isWorthIt = now >= kept * LEAST_GROWTH && now >= kept + leastGain((spent - before) / LOOK_EVERY_MS)
    waited = isWorthIt && wouldDisturb ? waited + 1 : 0
    if (!isWorthIt || (wouldDisturb && waited < PATIENT_LOOKS)) return
    // What the first finds is freed in the background; the second waits for that.
    collect()
    collect()
    kept = bytesInUse()
  }
}

function leastGain(share: number): number {
  if (share <= IDLE_SHARE) return LEAST_GAIN
  return share <= CALM_SHARE ? LEAST_GAIN_IN_CALM : Number.POSITIVE_INFINITY
}

let exposed: (() => void) | undefined

/** Moves together what is left as well: after a burst of work every page has a little that stays, and none could go. */
function collect(): void {
  if (!exposed) {
    setFlagsFromString('--expose-gc')
    exposed = runInNewContext('gc') as () => void
  }
  setFlagsFromString('--compact-on-every-full-gc')
  exposed()
  setFlagsFromString('--no-compact-on-every-full-gc')
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function othersShare(): () => number {
  let last = coreTimes()
  return () => {
    const before = last
    last = coreTimes()
    const all = last.all - before.all
    return all === 0 ? 0 : (last.others - before.others) / all
  }
}

/** Milliseconds of all cores together since the machine was started: in all, and those that others have used. */
function coreTimes(): { all: number; others: number } {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, core) => sum + core.idle, 0)
  const used = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0)
  return { all: idle + used, others: used - cpuMs() }
}
