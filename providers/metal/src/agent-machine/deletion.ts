import { type Agent, AgentMachine, ClusterApiMachine } from '@skep/api'
import type { Client, Informer, Stored } from '@skep/client'
import { dropFinalizer } from '@skep/controller'
import { isPaused } from '@skep/sim/provider'
import { findTaken, isBound, unbindAgent } from './selection.ts'

/** What an AgentMachine carries until its agent is given back. */
export const FINALIZER = 'agentmachine.agent-install.openshift.io/deprovision'

/** What a Machine carries so that its agent is given back once its node is drained, and before anything is removed. */
export const DELETE_HOOK = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/agentmachine'

/** States in which a host has left its cluster, or never will by itself. */
const LEFT_STATES = new Set([
  'discovering-unbound',
  'known-unbound',
  'disconnected-unbound',
  'insufficient-unbound',
  'disabled-unbound',
  'unbinding-pending-user-action',
  'error',
])

/** Where a Machine that is being deleted is with the hook. */
export type HookState = 'not reached' | 'waiting' | 'done'

/** Whether it is this hook's turn: core says so in either of two conditions. */
export function hookState({ status }: ClusterApiMachine): HookState {
  const deleting = status?.v1beta2?.conditions?.find(({ type }) => type === 'Deleting')
  if (deleting?.reason === 'WaitingForPreTerminateHook') return 'waiting'
  const succeeded = status?.conditions?.find(({ type }) => type === 'PreTerminateDeleteHookSucceeded')
  if (!succeeded) return 'not reached'
  return succeeded.status === 'True' ? 'done' : 'waiting'
}

/** Puts the hook onto a Machine, if it is to stay and has none. */
export async function addHook(client: Client, { metadata }: Stored<ClusterApiMachine>): Promise<void> {
  if (metadata.annotations?.[DELETE_HOOK] !== undefined || metadata.deletionTimestamp !== undefined) return
  const body = { metadata: { uid: metadata.uid, annotations: { [DELETE_HOOK]: '' } } }
  await client.patch(ClusterApiMachine, metadata, { type: 'merge', body })
}

/** Gives the agent of a machine back, and lets the machine go on once its host has left the cluster. */
export async function passHook(
  client: Client,
  agents: Informer<Agent>,
  agentMachine: Stored<AgentMachine>,
  machine: Stored<ClusterApiMachine>,
): Promise<void> {
  const agent = agentOf(agents, agentMachine)
  if (agent && !isPaused(agentMachine, undefined)) {
    if (isBound(agent)) return void (await unbindAgent(client, agent))
    if (!LEFT_STATES.has(agent.status?.debugInfo?.state ?? '')) return
  }
  if (machine.metadata.annotations?.[DELETE_HOOK] !== undefined) {
    const body = { metadata: { uid: machine.metadata.uid, annotations: { [DELETE_HOOK]: null } } }
    await client.patch(ClusterApiMachine, machine.metadata, { type: 'merge', body })
  }
}

/** Lets an AgentMachine go whose Machine does not wait for it. Its agent is given back, if that has not happened. */
export async function letGo(
  client: Client,
  agents: Informer<Agent>,
  agentMachine: Stored<AgentMachine>,
): Promise<void> {
  if (!isPaused(agentMachine, undefined)) {
    const agent = takenBy(agents, agentMachine) ?? (await findTaken(client, agentMachine))
    if (agent) await unbindAgent(client, agent)
  }
  await dropFinalizer(client, AgentMachine, agentMachine, FINALIZER)
}

const takenBy = (agents: Informer<Agent>, { metadata }: Pick<Stored<AgentMachine>, 'metadata'>) =>
  agents.find('taken', `${metadata.namespace ?? ''}/${metadata.name}`)[0]

/** The agent that a machine has taken and nobody else has taken since. */
function agentOf(agents: Informer<Agent>, { metadata, status }: Stored<AgentMachine>): Stored<Agent> | undefined {
  const taken = takenBy(agents, { metadata })
  if (taken) return taken
  const { name, namespace } = status?.agentRef ?? {}
  const former = name ? agents.get({ name, ...(namespace ? { namespace } : {}) }) : undefined
  return former && !isBound(former) ? former : undefined
}
