import { scaled } from '../counts.js'

const DEFAULT_MAX_UNHEALTHY = '100%'
/** When too many machines fail at once it is not the machines that are to blame, and replacing them would not help. */
export function remediationOf({ spec }, total, healthy) {
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
//# sourceMappingURL=limits.js.map
