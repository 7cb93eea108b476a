import { setMaxListeners } from 'node:events'
import { Lease } from '@skep/api'
import { type Clock, formatMicroTime, type Logger, type Random, WorkQueue } from '@skep/base'
import { type Client, isObjectMissing } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { CLUSTER_LEASE } from '../names.ts'
import type { Views } from '../views.ts'
import { reportAddOns } from './add-on-health.ts'
import type { ManagedApis } from './managed-apis.ts'
import { type AgentReport, describeCluster, notWell, problemOf } from './report.ts'
import { createWheel } from './wheel.ts'

/** The agents that managed clusters run for their hub: each says that it is there, and how its cluster is. */
export interface Agents {
  /** Lets the agent of a cluster work, or go on with another duration of its lease. */
  run(cluster: string, leaseSeconds: number): void
  /** Lets it fall silent. */
  stop(cluster: string): void
  /** Lets a working agent look at its cluster now instead of within a minute. */
  lookAgain(cluster: string): void
  /** What a working agent found when it last looked; undefined before it has. */
  reportOf(cluster: string): AgentReport | undefined
  /** Silences all of them, and resolves when nothing is under way any more. */
  close(): Promise<void>
}

/** What agents work with. */
export interface AgentsDependencies {
  readonly hubClient: Client
  readonly managedApis: ManagedApis
  readonly views: Views
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Told when an agent finds something else than before. */
  onReport(cluster: string): void
}

interface Agent {
  leaseSeconds: number
  leaseDue: number
  checkDue: number
  /** Since when the API has not been well, if it is not. */
  failingSince?: number | undefined
  report?: AgentReport
}

const CHECK_INTERVAL_MS = 60_000
/** A failure must last before it is told: an API may be away for a moment. */
const FAILURE_THRESHOLD_MS = 20_000
const RECHECK_INTERVAL_MS = 5_000
const WORKERS = 16

/** The agents of all clusters, on one timer and a few workers however many there are. */
export function createAgents(dependencies: AgentsDependencies): Agents {
  const { clock, random } = dependencies
  const agents = new Map<string, Agent>()
  const stopping = new AbortController()
  // Every request listens to it.
  setMaxListeners(0, stopping.signal)
  const queue = new WorkQueue({ clock })
  const wheel = createWheel(clock, (names) => {
    for (const name of names) queue.add(name)
  })
  const visit = async (name: string) => {
    const agent = agents.get(name)
    if (!agent) return
    const isFirst = agent.report === undefined && agent.failingSince === undefined
    await work(dependencies, name, agent, stopping.signal)
    if (agents.get(name) !== agent || stopping.signal.aborted) return
    // Agents that start together do not stay together.
    if (isFirst && agent.report?.healthy) agent.checkDue -= random.int(CHECK_INTERVAL_MS / 2)
    wheel.set(name, Math.min(agent.leaseDue, agent.checkDue))
  }
  const running = queue.run({ workers: WORKERS, signal: stopping.signal, process: visit })
  return {
    run: (name, leaseSeconds) => {
      const present = agents.get(name)
      if (present?.leaseSeconds === leaseSeconds) return
      const now = clock.now()
      agents.set(name, { leaseSeconds, leaseDue: now, checkDue: now })
      queue.add(name)
    },
    stop: (name) => {
      if (agents.delete(name)) wheel.delete(name)
    },
    lookAgain: (name) => {
      const agent = agents.get(name)
      if (!agent) return
      agent.checkDue = clock.now()
      queue.add(name)
    },
    reportOf: (name) => agents.get(name)?.report,
    close: async () => {
      agents.clear()
      wheel.stop()
      stopping.abort()
      await running
    },
  }
}

/** What is due. Failures pass: the next time comes soon, and a silence that lasts is noticed by the hub. */
async function work(dependencies: AgentsDependencies, name: string, agent: Agent, signal: AbortSignal): Promise<void> {
  const { clock, log } = dependencies
  const now = clock.now()
  try {
    if (now >= agent.leaseDue) {
      agent.leaseDue = now + agent.leaseSeconds * 1_000
      await renewLease(dependencies, name, signal)
    }
    if (now >= agent.checkDue) {
      agent.checkDue = now + CHECK_INTERVAL_MS
      await check(dependencies, name, agent, signal)
    }
  } catch (error) {
    if (!signal.aborted)
      log.info('An agent could not tell the hub of its cluster', { ManagedCluster: name, reason: error })
  }
}

async function renewLease({ hubClient, clock }: AgentsDependencies, name: string, signal: AbortSignal): Promise<void> {
  const body = { spec: { renewTime: formatMicroTime(clock.now()) } }
  try {
    await hubClient.patch(Lease, { namespace: name, name: CLUSTER_LEASE }, { type: 'merge', body }, { signal })
  } catch (error) {
    // The hub makes it again.
    if (!isObjectMissing(error)) throw error
  }
}

async function check(dependencies: AgentsDependencies, name: string, agent: Agent, signal: AbortSignal): Promise<void> {
  const { clock, onReport } = dependencies
  const found = await look(dependencies, name, signal)
  if (found.healthy) {
    agent.failingSince = undefined
  } else {
    agent.failingSince ??= clock.now()
    if (clock.now() - agent.failingSince < FAILURE_THRESHOLD_MS) {
      agent.checkDue = clock.now() + RECHECK_INTERVAL_MS
      return
    }
  }
  if (agent.report && jsonEqual(asJson(agent.report), asJson(found))) return
  agent.report = found
  onReport(name)
}

/** Looks at a cluster, and at its add-ons if it is well. */
async function look(
  { managedApis, hubClient, views, clock }: AgentsDependencies,
  name: string,
  signal: AbortSignal,
): Promise<AgentReport> {
  const client = await managedApis.clientOf(name).catch((error: Error) => error)
  if (client instanceof Error) return { healthy: false, message: notWell(0, client.message) }
  const problem = await problemOf(client, signal)
  if (problem !== undefined) return { healthy: false, message: problem }
  const report = await describeCluster(client, signal)
  const addOns = views.addOns.list(name)
  if (addOns.length > 0) await reportAddOns({ hubClient, managedClient: client, clock }, addOns, signal)
  return report
}
