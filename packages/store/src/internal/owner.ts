import { readFileSync } from 'node:fs'

/** A process, told apart from any other that has or will have the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it started, as far as the platform tells. */
  readonly started: string
}

/** Who this process is. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '' }
}

/** Whether the process still runs. A number that another process has been given since does not count. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return canBeSignalled(pid) && (startOf(pid) ?? started) === started
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Boot of the machine and ticks since then, from Linux' proc(5); undefined where there is none, or no such process. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything; the state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : `${boot}/${fields[19]}`
  } catch {
    return undefined
  }
}
