import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'

/** The check of the subnets that the owner of a cluster brought, by its id and name. */
export const NETWORK_CHECK = 'egress'

const SUBNET = /^subnet-[0-9a-z]+$/

/** A check that has just begun. */
export const beganCheck = (now: number): JsonObject => ({
  name: NETWORK_CHECK,
  state: 'running',
  details: {},
  started_at: formatTime(now),
  restarts: 0,
})

/** The same check with its result. */
export function endedCheck(check: Readonly<JsonObject>, subnets: readonly string[], now: number): JsonObject {
  const details = Object.fromEntries(subnets.flatMap(findingsOf))
  const state = Object.keys(details).length === 0 ? 'passed' : 'failed'
  return { ...check, state, details, ended_at: formatTime(now) }
}

/** What is wrong with a subnet: one that cannot be, or one that is named before. */
function findingsOf(subnet: string, index: number, all: readonly string[]): [string, string][] {
  if (!SUBNET.test(subnet)) return [[subnet, 'there is no such subnet']]
  return all.indexOf(subnet) < index ? [[subnet, 'is named twice']] : []
}

/** What a check that failed says, for people. */
export function describeFindings({ details }: Readonly<JsonObject>): string {
  const findings = Object.entries(details ?? {}).map(([subnet, problem]) => `${subnet}: ${problem}`)
  return `The check of the network failed: ${findings.join('; ')}`
}
