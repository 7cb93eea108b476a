import { Agent, AgentCluster, AgentMachine, ClusterApiCluster, ClusterApiMachine, HostedControlPlane } from '@skep/api'
import { type ObjectRef, objectKey, type Stored } from '@skep/client'
import { watchOf } from '@skep/controller'
import { type ProviderDependencies, type ProviderParts, type RunningProvider, runProvider } from '@skep/sim/provider'
import { agentClusterReconciler } from './agent-cluster/reconcile.ts'
import { isFree } from './agent-conditions.ts'
import { agentMachineReconciler } from './agent-machine/reconcile.ts'
import { declareClusterInstall } from './cluster-install-contract.ts'
import { SimulatedHostLives } from './hosts/host-life.ts'
import { AGENT_MACHINE_LABEL, AGENT_MACHINE_NAMESPACE, SIMULATED_HOST_LABEL } from './names.ts'

const WORKERS = 8

/** Starts the controllers of AgentMachine and AgentCluster, and lets simulated hosts do what their agents are told. */
export async function startMetalMachines(dependencies: ProviderDependencies): Promise<RunningProvider> {
  await declareClusterInstall(dependencies.client)
  return runProvider('capi-provider-agent', dependencies, (parts) => {
    addAgentClusters(parts)
    addAgentMachines(parts)
    return [addHosts(parts)]
  })
}

function addAgentClusters(parts: ProviderParts): void {
  const { manager } = parts
  const agentClusters = manager.informersOf().of(AgentCluster)
  const ofNamespace = ({ metadata: { namespace } }: Stored) =>
    agentClusters.list(namespace).map(({ metadata }) => metadata)
  manager.add({
    name: AgentCluster.plural,
    kind: AgentCluster,
    watches: [watchOf(HostedControlPlane, ofNamespace), watchOf(ClusterApiCluster, ofNamespace)],
    reconcile: agentClusterReconciler(parts),
  })
}

function addAgentMachines(parts: ProviderParts): void {
  const { manager } = parts
  // By the agent that each has taken, or had taken; the empty text for those that wait for one.
  const indexes = { agent: ({ status }: AgentMachine) => [status?.agentRef?.name ? objectKey(agentRef(status)) : ''] }
  const agentMachines = manager.informersOf().of(AgentMachine, { indexes })
  const withAgent = (key: string): ObjectRef[] => agentMachines.find('agent', key).map(({ metadata }) => metadata)
  const waiting = (): ObjectRef[] => withAgent('')
  manager.add({
    name: AgentMachine.plural,
    kind: AgentMachine,
    workers: WORKERS,
    watches: [
      watchOf(Agent, (agent) => [
        ...withAgent(objectKey(agent.metadata)),
        ...(takenBy(agent) ?? (isFree(agent) ? waiting() : [])),
      ]),
      watchOf(ClusterApiMachine, machineOf),
      watchOf(AgentCluster, ({ metadata: { namespace } }) => waiting().filter((ref) => ref.namespace === namespace)),
    ],
    reconcile: agentMachineReconciler(parts),
  })
}

const agentRef = ({ agentRef }: NonNullable<AgentMachine['status']>): ObjectRef => ({
  name: agentRef?.name ?? '',
  ...(agentRef?.namespace ? { namespace: agentRef.namespace } : {}),
})

/** The machine that has taken an agent. */
function takenBy({ metadata: { labels, annotations } }: Stored<Agent>): ObjectRef[] | undefined {
  const name = labels?.[AGENT_MACHINE_LABEL]
  return name === undefined ? undefined : [{ namespace: annotations?.[AGENT_MACHINE_NAMESPACE] ?? '', name }]
}

function machineOf({
  metadata: { namespace = '' },
  spec: { infrastructureRef },
}: Stored<ClusterApiMachine>): ObjectRef[] {
  return infrastructureRef.kind === AgentMachine.kind ? [{ namespace, name: infrastructureRef.name ?? '' }] : []
}

function addHosts(parts: ProviderParts): () => void {
  const lives = new SimulatedHostLives(parts)
  const { enqueue } = parts.manager.add({
    name: 'hosts',
    kind: Agent,
    when: ({ object }) => object.metadata.labels?.[SIMULATED_HOST_LABEL] === 'true',
    workers: WORKERS,
    reconcile: lives.reconcile,
  })
  return parts.machines.onChange((uid) => {
    const agent = lives.agentOf(uid)
    if (agent) enqueue(agent)
  })
}
