import { scaled } from '../counts.ts'
import type { HealthCheck } from '../objects.ts'

/** Whether anything is done about machines that are not well, and why not. */
export interface Remediation {
  readonly isAllowed: boolean
  /** How many more might fail before nothing is done any more. */
  readonly left: number
  /** Why nothing is done, for people. */
  readonly message: string
}

const DEFAULT_MAX_UNHEALTHY = '100%'

/** When too many machines fail at once it is not the machines that are to blame, and replacing them would not help. */
export function remediationOf({ spec }: HealthCheck, total: number, healthy: number): Remediation {
  const unhealthy = total - healthy
  if (spec.unhealthyRange !== undefined) {
    const [least = 0, most = 0] = (spec.unhealthyRange.match(/\d+/g) ?? []).map(Number)
    const message = `Remediation is not allowed, the number of not started or unhealthy machines does not fall within the range (total: ${total}, unhealthy: ${unhealthy}, unhealthyRange: ${spec.unhealthyRange})`
    return { isAllowed: unhealthy >= least && unhealthy <= most, left: most - unhealthy, message }
  }
  const { maxUnhealthy = DEFAULT_MAX_UNHEALTHY } = spec
  const most = scaled(maxUnhealthy, total, 'down')
  const message = `Remediation is not allowed, the number of not started or unhealthy machines exceeds maxUnhealthy (total: ${total}, unhealthy: ${unhealthy}, maxUnhealthy: ${maxUnhealthy})`
  return { isAllowed: unhealthy <= most, left: most - unhealthy, message }
}
