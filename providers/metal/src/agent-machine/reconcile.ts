import { Agent, AgentCluster, AgentMachine, ClusterApiCluster, ClusterApiMachine, HostedControlPlane } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import { hasFinalizer, type Reconciler, withStatus } from '@skep/controller'
import { isPaused, ownerMachine, type ProviderParts } from '@skep/sim/provider'
import { agentBootstrap } from './bootstrap.ts'
import { addHook, FINALIZER, hookState, letGo, passHook } from './deletion.ts'
import { AGENT_INDEXES, type Taking, takeAgent } from './selection.ts'
import { reportAgent, reportWaiting } from './status.ts'

/** Takes an agent for each AgentMachine, says how far its host is, and gives it back in the end. */
export function agentMachineReconciler(parts: ProviderParts): Reconciler {
  const { client, manager } = parts
  const informers = manager.informersOf()
  const agentMachines = informers.of(AgentMachine)
  const machines = informers.of(ClusterApiMachine)
  const agents = informers.of(Agent, { indexes: AGENT_INDEXES })
  const circumstancesOf = circumstances(parts)
  return async (ctx, key) => {
    const found = agentMachines.get(key)
    const owner = found && ownerMachine(found)
    if (!found || !owner) return {}
    const machine = machines.get({ namespace: found.metadata.namespace, name: owner.name })
    const isGoing = found.metadata.deletionTimestamp !== undefined
    if (machine && hookState(machine) === 'waiting') await passHook(client, agents, found, machine)
    else if (isGoing && (!machine || hookState(machine) === 'done')) await letGo(client, agents, found)
    if (isGoing || !machine || machine.metadata.deletionTimestamp !== undefined) return {}
    await addHook(client, machine)
    const claimed = await claim(parts, found)
    if (isPaused(found, undefined) || found.status?.ready) return {}
    const agentMachine = structuredClone(claimed)
    await withStatus(client, AgentMachine, agentMachine, () =>
      provide(parts, agents, agentMachine, machine, circumstancesOf(machine), ctx.clock.now()),
    )
    return {}
  }
}

/** No agent is taken before it is certain that it will be given back. */
async function claim({ client }: ProviderParts, found: Stored<AgentMachine>): Promise<Stored<AgentMachine>> {
  if (hasFinalizer(found, FINALIZER)) return found
  const { uid, resourceVersion, finalizers = [] } = found.metadata
  const body = { metadata: { uid, resourceVersion, finalizers: [...finalizers, FINALIZER] } }
  return client.patch(AgentMachine, found.metadata, { type: 'merge', body })
}

/** Where a machine's agents are and what they are bound to; a text says what is missing. */
type Circumstances = Omit<Taking, 'bootstrap'> | string

function circumstances({ manager }: ProviderParts): (machine: Stored<ClusterApiMachine>) => Circumstances {
  const informers = manager.informersOf()
  const clusters = informers.of(ClusterApiCluster)
  const agentClusters = informers.of(AgentCluster)
  const controlPlanes = informers.of(HostedControlPlane)
  return ({ metadata: { namespace }, spec: { clusterName } }) => {
    const cluster = clusters.get({ namespace, name: clusterName })
    const infrastructure = cluster?.spec?.infrastructureRef?.name ?? ''
    const deployment = agentClusters.get({ namespace, name: infrastructure })?.status?.clusterDeploymentReference
    if (!deployment?.name) return `no cluster deployment reference on agentCluster ${infrastructure}`
    const controlPlane = controlPlanes.get({ namespace, name: cluster?.spec?.controlPlaneRef?.name ?? '' })
    const agentNamespace = controlPlane?.spec.platform.agent?.agentNamespace ?? namespace ?? ''
    return { agentNamespace, clusterDeployment: { name: deployment.name, namespace: deployment.namespace ?? '' } }
  }
}

async function provide(
  { client }: ProviderParts,
  agents: Informer<Agent>,
  agentMachine: Stored<AgentMachine>,
  machine: Stored<ClusterApiMachine>,
  known: Circumstances,
  now: number,
): Promise<void> {
  const { namespace = '', name, uid } = agentMachine.metadata
  let [agent] = agents.find('taken', `${namespace}/${name}`)
  if (!agent) {
    if (typeof known === 'string') return reportWaiting(agentMachine, known, now)
    const bootstrap = await agentBootstrap(client, machine)
    if (!bootstrap) return reportWaiting(agentMachine, 'no bootstrap data for the machine yet', now)
    agent = await takeAgent(client, agents, agentMachine, { ...known, bootstrap })
  }
  if (!agent) return reportWaiting(agentMachine, undefined, now)
  reportAgent(agentMachine, agent, now)
  const providerID = `agent://${agent.metadata.name}`
  if (agentMachine.spec?.providerID === providerID) return
  const body = { metadata: { uid }, spec: { providerID } }
  await client.patch(AgentMachine, agentMachine.metadata, { type: 'merge', body })
}
