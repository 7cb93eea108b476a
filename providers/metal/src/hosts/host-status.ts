import type { Agent } from '@skep/api'
import type { MachineState } from '@skep/sim'
import { type AgentStatement, stateAll } from '../agent-conditions.ts'

type AgentStatus = NonNullable<Agent['status']>

/** Nothing is known of a host yet. */
export const DISCOVERED: AgentStatus = {}

const is = (type: string, reason: string, message: string): AgentStatement => ({
  type,
  status: 'True',
  reason,
  message,
})
const isNot = (type: string, reason: string, message: string): AgentStatement => ({
  type,
  status: 'False',
  reason,
  message,
})

const WELL = [
  is('SpecSynced', 'SyncOK', 'The Spec has been successfully applied'),
  is('Connected', 'AgentIsConnected', "The agent's connection to the installation service is unimpaired"),
  is('Validated', 'ValidationsPassing', "The agent's validations are passing"),
]

/** How a host is that waits for a cluster. */
export function freeStatus(
  { deprovision_info: _left, progress: _done, ...before }: AgentStatus,
  now: number,
): AgentStatus {
  const statements = [
    ...WELL,
    isNot('RequirementsMet', 'AgentNotReady', 'The agent is not ready to begin the installation'),
    isNot('Installed', 'InstallationNotStarted', 'The installation has not yet started'),
    isNot('Bound', 'Unbound', 'The agent is not bound to any cluster deployment'),
  ]
  return {
    ...before,
    role: 'worker',
    kind: 'Host',
    progress: {},
    debugInfo: { ...before.debugInfo, state: 'known-unbound', stateInfo: 'Host is ready to be bound to a cluster' },
    conditions: stateAll(before.conditions, statements, now),
  }
}

/** How a host is that becomes part of a cluster; undefined stands for one that has not begun. */
export function boundStatus(before: AgentStatus, state: MachineState | undefined, now: number): AgentStatus {
  const { name, info, stage, installed } = phaseOf(state)
  const statements = [
    ...WELL,
    is('RequirementsMet', 'AgentAlreadyInstalling', 'Installation already started and is in progress'),
    installed,
    is('Bound', 'Bound', 'The agent is bound to a cluster deployment'),
  ]
  return {
    ...before,
    role: 'worker',
    kind: 'AddToExistingClusterHost',
    progress: { currentStage: stage },
    debugInfo: { ...before.debugInfo, state: name, stateInfo: info },
    conditions: stateAll(before.conditions, statements, now),
  }
}

interface HostPhase {
  readonly name: string
  readonly info: string
  readonly stage: string
  readonly installed: AgentStatement
}

/** A host counts as installed once it has its configuration and starts from its own disk. */
function phaseOf(state: MachineState | undefined): HostPhase {
  const stage = stageOf(state)
  const problem = state?.problem
  if (state === undefined || state.stage === 'Provisioning' || state.stage === 'FetchingIgnition') {
    const info = problem?.message ?? stage
    const installed = problem?.final
      ? isNot('Installed', 'InstallationFailed', `The installation has failed: ${info}`)
      : isNot('Installed', problem?.reason ?? 'InstallationInProgress', `The installation is in progress: ${info}`)
    return { name: problem?.final ? 'error' : 'installing-in-progress', info, stage, installed }
  }
  const installed = is('Installed', 'InstallationCompleted', 'The installation has completed: Done')
  return { name: 'added-to-existing-cluster', info: 'Done', stage, installed }
}

function stageOf(state: MachineState | undefined): string {
  switch (state?.stage) {
    case undefined:
      return 'Starting installation'
    case 'Provisioning':
      return 'Writing image to disk'
    case 'FetchingIgnition':
      return 'Waiting for ignition'
    case 'Ready':
      return 'Done'
    default:
      return 'Rebooting'
  }
}
