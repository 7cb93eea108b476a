import type { PoolStatement } from '../pool-conditions.ts'

/** What is wrong with one machine. */
export interface MachineProblem {
  readonly machine: string
  readonly reason: string
  readonly message: string
}

const MAX_REASON = 1024
const MAX_REASON_BLOCK = 1000
const MAX_MESSAGE = 3000
const TRUNCATED_REASONS = ',ReasonsTruncated'
const TRUNCATED_BLOCK = '... too many similar errors\n'
const TRUNCATED_MESSAGE = '... message truncated\n'

/** One statement about several machines: every reason once, and a line for each machine. */
export function aggregateProblems(
  problems: readonly MachineProblem[],
  total: number,
  /** What the machines are not, such as `ready`. */
  state: string,
): Pick<PoolStatement, 'reason' | 'message'> {
  const byReason = new Map<string, string[]>()
  for (const problem of problems) {
    const lines = byReason.get(problem.reason)
    if (lines) lines.push(lineOf(problem))
    else byReason.set(problem.reason, [lineOf(problem)])
  }
  const reasons = [...byReason.keys()].sort()
  let message = `${problems.length} of ${total} machines are not ${state}\n`
  for (const reason of reasons) {
    const block = joined(byReason.get(reason)!.sort())
    if (message.length + block.length + TRUNCATED_MESSAGE.length > MAX_MESSAGE) {
      message += TRUNCATED_MESSAGE
      break
    }
    message += block
  }
  return { reason: joinedReasons(reasons), message }
}

const lineOf = ({ machine, reason, message }: MachineProblem): string =>
  `Machine ${machine}: ${reason}${message === '' ? '' : `: ${message}`}\n`

function joined(lines: readonly string[]): string {
  let block = ''
  for (const line of lines) {
    if (block.length + line.length > MAX_REASON_BLOCK) return block + TRUNCATED_BLOCK
    block += line
  }
  return block
}

function joinedReasons(reasons: readonly string[]): string {
  const all = reasons.join(',')
  if (all.length <= MAX_REASON) return all
  let kept = ''
  for (const reason of reasons) {
    const next = kept === '' ? reason : `${kept},${reason}`
    if (next.length + TRUNCATED_REASONS.length > MAX_REASON) break
    kept = next
  }
  return kept + TRUNCATED_REASONS
}
