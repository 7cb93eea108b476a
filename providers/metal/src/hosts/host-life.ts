import { Agent, AgentMachine, ClusterApiMachine } from '@skep/api'
import { type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { Reconciler } from '@skep/controller'
import type { MachineState } from '@skep/sim'
import { machineResources, ownerMachine, type ProviderParts, readUserData } from '@skep/sim/provider'
import { hostnameOf } from '../agent-machine/status.ts'
import { AGENT_MACHINE_LABEL, AGENT_MACHINE_NAMESPACE } from '../names.ts'
import { inventoryOf } from './host-inventory.ts'
import { boundStatus, freeStatus } from './host-status.ts'

const GIB = 2 ** 30
/** Architectures as nodes call them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: 'amd64', aarch64: 'arm64' }

/** Hosts that are simulated: which of them are on as part of a cluster. */
export class SimulatedHostLives {
  readonly #parts: ProviderParts
  /** Uids of the machines that hosts are on as, by key of their agent; a new process starts them again. */
  readonly #on = new Map<string, string>()
  readonly #agents = new Map<string, ObjectRef>()

  constructor(parts: ProviderParts) {
    this.#parts = parts
  }

  /** The agent of the host that is on as a machine. */
  agentOf(machineUid: string): ObjectRef | undefined {
    return this.#agents.get(machineUid)
  }

  /** Lets the host of an agent do what its agent is told, and say how far it is. */
  readonly reconcile: Reconciler = async (ctx, key) => {
    const { client, manager } = this.#parts
    const found = manager.informersOf().of(Agent).get(key)
    if (!found?.spec?.clusterDeploymentName) this.#leave(key)
    if (!found) return {}
    const now = ctx.clock.now()
    const agent = discovered(found, now)
    const before = agent.status ?? {}
    const status = agent.spec?.clusterDeploymentName
      ? boundStatus(before, await this.#join(agent), now)
      : freeStatus(before, now)
    await client.patchStatus(Agent, found, { ...found, status }, { ifUnchanged: true })
    return {}
  }

  /** Installs the host as the machine that has taken it; undefined while nobody knows which one. */
  async #join(agent: Stored<Agent>): Promise<MachineState | undefined> {
    const { client, machines } = this.#parts
    const machine = this.#machineOf(agent)
    if (!machine) return undefined
    const { uid } = machine.metadata
    // It may have been given to another machine while nobody looked.
    if (this.#on.get(objectKey(agent.metadata)) !== uid) this.#leave(agent.metadata)
    if (!machines.stateOf(uid)) {
      const userData = await readUserData(client, machine)
      if (userData === undefined) return undefined
      this.#boot(agent, machine, userData)
    }
    return machines.stateOf(uid)
  }

  #boot(agent: Stored<Agent>, machine: Stored<ClusterApiMachine>, userData: string): void {
    const { namespace, name, uid, labels } = machine.metadata
    const key = objectKey(agent.metadata)
    this.#on.set(key, uid)
    this.#agents.set(uid, agent.metadata)
    this.#parts.machines.boot({
      ...factsOf(agent),
      machine: { namespace, name, uid, ...(labels ? { labels } : {}) },
      providerId: `agent://${agent.metadata.name}`,
      userData,
      provisioned: agent.status?.debugInfo?.state === 'added-to-existing-cluster',
      joined: machine.status?.nodeRef !== undefined,
    })
  }

  /** The host starts into discovery again, and nothing is left of the cluster on it. */
  #leave(key: ObjectRef): void {
    const uid = this.#on.get(objectKey(key))
    if (uid === undefined) return
    this.#on.delete(objectKey(key))
    this.#agents.delete(uid)
    this.#parts.machines.powerOff(uid)
  }

  #machineOf({ metadata: { labels, annotations } }: Stored<Agent>): Stored<ClusterApiMachine> | undefined {
    const informers = this.#parts.manager.informersOf()
    const namespace = annotations?.[AGENT_MACHINE_NAMESPACE] ?? ''
    const agentMachine = informers.of(AgentMachine).get({ namespace, name: labels?.[AGENT_MACHINE_LABEL] ?? '' })
    const owner = agentMachine && ownerMachine(agentMachine)
    return owner && informers.of(ClusterApiMachine).get({ namespace, name: owner.name })
  }
}

/** An agent that knows its host: one that somebody else registered finds out what it has before anything else. */
function discovered(agent: Stored<Agent>, now: number): Stored<Agent> {
  if (agent.status?.inventory) return agent
  const { name } = agent.metadata
  return { ...agent, status: { ...agent.status, inventory: inventoryOf(name, agent.spec?.hostname || name, now) } }
}

/** What a host has, as its agent has found out. */
function factsOf(agent: Stored<Agent>) {
  const { cpu, memory, interfaces = [] } = agent.status?.inventory ?? {}
  const nodeName = hostnameOf(agent)
  const addresses = interfaces.flatMap(({ ipV4Addresses }) => ipV4Addresses)
  return {
    nodeName,
    addresses: [
      ...addresses.map((address) => ({ type: 'InternalIP', address: address.replace(/\/\d+$/, '') })),
      { type: 'Hostname', address: nodeName },
    ],
    resources: machineResources(cpu?.count ?? 4, Math.floor((memory?.physicalBytes ?? 16 * GIB) / GIB)),
    architecture: ARCHITECTURES[cpu?.architecture ?? ''] ?? 'amd64',
  }
}
