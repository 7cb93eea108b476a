import type { Agent, AgentMachine } from '@skep/api'
import type { Stored } from '@skep/client'
import { findCondition, setCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import type { MachineAddress } from '@skep/sim/provider'
import { findAgentCondition } from '../agent-conditions.ts'

/** Conditions of a machine that repeat what its agent says, by the type they have there. */
const COPIED = {
  AgentSpecSynced: 'SpecSynced',
  AgentValidated: 'Validated',
  AgentRequirementsMet: 'RequirementsMet',
  Installed: 'Installed',
} as const
/** What Ready follows from; the first that is not True says why. */
const SUMMARIZED = ['AgentReserved', ...Object.keys(COPIED)]

type Statement = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>
type Status = NonNullable<AgentMachine['status']>

const isFalse = (type: string, reason: string, message: string): Statement => ({
  type,
  status: 'False',
  reason,
  message,
})
const isTrue = (type: string, reason: string): Statement => ({ type, status: 'True', reason, message: '' })

/** Says that a machine has no agent: because none is suitable, or because of a problem. */
export function reportWaiting(machine: Stored<AgentMachine>, problem: string | undefined, now: number): void {
  const reserved =
    problem === undefined
      ? isFalse('AgentReserved', 'NoSuitableAgents', '')
      : isFalse('AgentReserved', 'AgentNotYetFound', problem)
  const others = Object.keys(COPIED).map((type) => isFalse(type, 'AgentNotYetFound', 'Agent not yet reserved'))
  report(machine, [reserved, ...others], now)
}

/** Says of a machine what its agent says, and at what it is reached. */
export function reportAgent(machine: Stored<AgentMachine>, agent: Stored<Agent>, now: number): void {
  const { name, namespace } = agent.metadata
  const copied = Object.entries(COPIED).map(([type, source]) => copyCondition(type, agent, source))
  machine.status = {
    ...machine.status,
    agentRef: { name, ...(namespace ? { namespace } : {}) },
    addresses: addressesOf(agent),
  }
  report(machine, [isTrue('AgentReserved', 'AgentReserved'), ...copied], now)
}

function copyCondition(type: string, agent: Agent, source: string): Statement {
  const condition = findAgentCondition(agent, source)
  if (!condition) return isFalse(type, 'ConditionNotFound', '')
  if (condition.status === 'True') return isTrue(type, 'AgentConditionTrue')
  return isFalse(type, condition.reason || 'ConditionNotFound', condition.message ?? '')
}

function report(machine: Stored<AgentMachine>, statements: readonly Statement[], now: number): void {
  const conditions = machine.status?.conditions ?? []
  for (const statement of statements) setCondition(conditions, statement, now)
  const problem = SUMMARIZED.map((type) => findCondition(conditions, type)).find((each) => each?.status !== 'True')
  const ready = problem ? { ...problem, type: 'Ready' } : isTrue('Ready', 'AsExpected')
  setCondition(conditions, { type: 'Ready', status: ready.status, reason: ready.reason, message: ready.message }, now)
  const status: Status = { ...machine.status, ready: problem === undefined, conditions }
  machine.status = status
}

/** What a host is reached at: its cables, and the name of its node. */
export function addressesOf({ spec, status }: Agent): MachineAddress[] {
  const cables = (status?.inventory?.interfaces ?? []).filter(({ hasCarrier }) => hasCarrier)
  const addresses = cables.flatMap(({ ipV4Addresses }) => ipV4Addresses)
  const hostname = hostnameOf({ spec, status })
  return [
    ...addresses.map((address): MachineAddress => ({ type: 'ExternalIP', address: address.replace(/\/\d+$/, '') })),
    ...(hostname ? [{ type: 'InternalDNS', address: hostname } as const] : []),
  ]
}

/** The name that a host is to have, or the one that it has; empty when neither is known. */
export const hostnameOf = ({ spec, status }: Pick<Agent, 'spec' | 'status'>): string =>
  spec?.hostname || status?.inventory?.hostname || ''
