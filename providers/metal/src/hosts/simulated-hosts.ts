import { Agent, Namespace } from '@skep/api'
import { type Clock, createRandom, realClock, uid } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { INFRA_ENV_LABEL, SIMULATED_HOST_LABEL } from '../names.ts'
import { inventoryOf } from './host-inventory.ts'
import { DISCOVERED, freeStatus } from './host-status.ts'

/** Where hosts are registered. */
export interface SimulatedHostsDependencies {
  readonly client: Client
  /** Real time unless given. */
  readonly clock?: Clock
}

/** What hosts there are. */
export interface SimulatedHostsOptions {
  readonly count: number
  /** Where their agents are; it is made if it is missing. */
  readonly namespace: string
  /** Labels of their agents, by which node pools select them. */
  readonly labels?: Readonly<Record<string, string>>
  /** InfraEnv whose image they have booted, as their agents say; none unless given. */
  readonly infraEnv?: string
  /** Names are `PREFIX-NUMBER`, from 1 on; `host` unless given. */
  readonly namePrefix?: string
}

/**
 * Registers hosts that wait to become part of a cluster: each as an Agent that is approved, validated and connected.
 * Those that are there stay as they are, so that asking twice does no harm.
 */
export async function createSimulatedHosts(
  { client, clock = realClock }: SimulatedHostsDependencies,
  { count, namespace, labels = {}, infraEnv, namePrefix = 'host' }: SimulatedHostsOptions,
): Promise<Stored<Agent>[]> {
  await createIfMissing(client, Namespace, { metadata: { name: namespace } })
  const agentLabels = {
    ...labels,
    [SIMULATED_HOST_LABEL]: 'true',
    ...(infraEnv === undefined ? {} : { [INFRA_ENV_LABEL]: infraEnv }),
  }
  const hosts = Array.from({ length: count }, (_, index) => `${namePrefix}-${index + 1}`)
  return Promise.all(hosts.map((hostname) => register(client, clock, { namespace, hostname, labels: agentLabels })))
}

interface Host {
  readonly namespace: string
  readonly hostname: string
  readonly labels: Readonly<Record<string, string>>
}

async function register(client: Client, clock: Clock, { namespace, hostname, labels }: Host): Promise<Stored<Agent>> {
  // An agent is named after its hardware, which is the same however often the host boots.
  const name = uid(createRandom(`${namespace}/${hostname}`))
  const metadata = { namespace, name, labels: { ...labels } }
  const created = await createIfMissing(client, Agent, { metadata, spec: { approved: true, role: 'worker' } })
  const agent = created ?? (await client.get(Agent, { namespace, name }))
  if (!agent) throw new Error(`agent ${namespace}/${name} went while it was registered`)
  if (agent.status?.conditions?.length) return agent
  const now = clock.now()
  const inventory = inventoryOf(name, hostname, now)
  const after = { ...agent, status: { ...freeStatus(DISCOVERED, now), inventory } }
  await client.patchStatus(Agent, agent, after)
  return after
}
