import type { NodePool } from '@skep/api'
import { asJson, type JsonObject } from '@skep/schema'

/** Which agents become machines. */
export function agentMachineSpec({ spec }: NodePool): JsonObject {
  const { agentLabelSelector } = spec.platform.agent ?? {}
  return agentLabelSelector ? { agentLabelSelector: asJson(agentLabelSelector) } : {}
}
