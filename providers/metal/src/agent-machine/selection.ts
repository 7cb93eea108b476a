import { Agent, type AgentMachine, matchesSelector } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, Informer, Stored } from '@skep/client'
import { isFree } from '../agent-conditions.ts'
import { AGENT_MACHINE_LABEL, AGENT_MACHINE_NAMESPACE } from '../names.ts'
import type { AgentBootstrap } from './bootstrap.ts'

/** Indexes by which agents are found. */
export const AGENT_INDEXES = {
  /** Those that nobody has taken, by namespace. */
  free: (agent: Stored<Agent>): string[] =>
    isFree(agent) && agent.metadata.labels?.[AGENT_MACHINE_LABEL] === undefined ? [agent.metadata.namespace ?? ''] : [],
  /** Those that an AgentMachine has taken, by its namespace and name. */
  taken: ({ metadata: { labels, annotations } }: Stored<Agent>): string[] => {
    const name = labels?.[AGENT_MACHINE_LABEL]
    return name === undefined ? [] : [`${annotations?.[AGENT_MACHINE_NAMESPACE] ?? ''}/${name}`]
  },
}

/** What an agent is taken for. */
export interface Taking {
  /** Where agents are looked for. */
  readonly agentNamespace: string
  readonly clusterDeployment: { readonly name: string; readonly namespace: string }
  readonly bootstrap: AgentBootstrap
}

/**
 * Takes a free agent that a machine's selector matches, unless the machine has one that is not known here yet. Undefined
 * when there is none.
 */
export async function takeAgent(
  client: Client,
  agents: Informer<Agent>,
  machine: Stored<AgentMachine>,
  taking: Taking,
): Promise<Stored<Agent> | undefined> {
  const selector = machine.spec?.agentLabelSelector ?? {}
  const suitable = agents
    .find('free', taking.agentNamespace)
    .filter(({ metadata }) => matchesSelector(selector, metadata.labels))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  if (suitable.length === 0 && !machine.status?.agentRef) return undefined
  const own = await findTaken(client, machine, taking.agentNamespace)
  if (own) return own
  for (const agent of suitable) {
    const bound = await bind(client, agent, machine, taking)
    if (bound) return bound
  }
  return undefined
}

/**
 * The agent that a machine has, as the server knows it: with an old copy, the machine might get another one, or go
 * without giving it back. It is looked for everywhere unless told where.
 */
export async function findTaken(
  client: Client,
  { metadata: { namespace, name } }: Stored<AgentMachine>,
  agentNamespace?: string,
): Promise<Stored<Agent> | undefined> {
  const labelSelector = { [AGENT_MACHINE_LABEL]: name }
  const within = agentNamespace === undefined ? {} : { namespace: agentNamespace }
  const { items } = await client.list(Agent, { ...within, labelSelector })
  return items.find(({ metadata }) => metadata.annotations?.[AGENT_MACHINE_NAMESPACE] === namespace)
}

/** Undefined when somebody else was faster. */
async function bind(
  client: Client,
  { metadata }: Stored<Agent>,
  { metadata: { namespace, name } }: Stored<AgentMachine>,
  { clusterDeployment, bootstrap }: Taking,
): Promise<Stored<Agent> | undefined> {
  const body = {
    metadata: {
      uid: metadata.uid,
      resourceVersion: metadata.resourceVersion,
      labels: { [AGENT_MACHINE_LABEL]: name },
      annotations: { [AGENT_MACHINE_NAMESPACE]: namespace },
    },
    spec: { clusterDeploymentName: clusterDeployment, ...bootstrap },
  }
  try {
    return await client.patch(Agent, metadata, { type: 'merge', body })
  } catch (error) {
    if (hasReason(error, 'Conflict') || hasReason(error, 'NotFound')) return undefined
    throw error
  }
}

/** Gives an agent back. A conflict when it is not the newest that is known. */
export async function unbindAgent(client: Client, { metadata }: Stored<Agent>): Promise<Stored<Agent>> {
  const { uid, resourceVersion } = metadata
  const body = {
    metadata: {
      uid,
      resourceVersion,
      labels: { [AGENT_MACHINE_LABEL]: null },
      annotations: { [AGENT_MACHINE_NAMESPACE]: null },
    },
    spec: {
      clusterDeploymentName: null,
      machineConfigPool: null,
      ignitionEndpointTokenReference: null,
      ignitionEndpointHTTPHeaders: null,
    },
  }
  return client.patch(Agent, metadata, { type: 'merge', body })
}

/** Whether an agent is somebody's. */
export const isBound = ({ metadata, spec }: Agent): boolean =>
  metadata.labels?.[AGENT_MACHINE_LABEL] !== undefined || spec?.clusterDeploymentName !== undefined
