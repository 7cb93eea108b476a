import { Lease } from '@skep/api'
import { type Clock, formatMicroTime, type Logger } from '@skep/base'
import { type Client, isObjectMissing } from '@skep/client'
import type { Sightings } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { CLUSTER_LEASE } from '../names.ts'
import type { Views } from '../views.ts'
import { reportAddOns } from './add-on-health.ts'
import type { ManagedApis } from './managed-apis.ts'
import { type AgentReport, describeCluster, notWell, problemOf } from './report.ts'

/** What agents work with. */
export interface AgentDependencies {
  readonly hubClient: Client
  readonly managedApis: ManagedApis
  readonly views: Views
  readonly clock: Clock
  readonly sightings: Sightings
  readonly log: Logger
  /** Told when an agent finds something else than before. */
  onReport(cluster: string): void
}

/** What is known of an agent between two times that it works. */
export interface Agent {
  readonly cluster: string
  readonly leaseSeconds: number
  /** When it next renews its lease, in milliseconds. */
  leaseDue: number
  /** When it next looks at its cluster. */
  checkDue: number
  /** Since when the API has not been well, if it is not. */
  failingSince?: number | undefined
  report?: AgentReport
}

/** How often an agent looks at a cluster that is well. */
export const CHECK_INTERVAL_MS = 60_000
/** A failure must last before it is told: an API may be away for a moment. */
const FAILURE_THRESHOLD_MS = 20_000
const RECHECK_INTERVAL_MS = 5_000

/** Does what is due. Failures pass: the next time comes soon, and a silence that lasts is noticed by the hub. */
export async function work(dependencies: AgentDependencies, agent: Agent, signal: AbortSignal): Promise<void> {
  const { clock, log } = dependencies
  const now = clock.now()
  try {
    if (now >= agent.leaseDue) {
      agent.leaseDue = now + agent.leaseSeconds * 1_000
      await renewLease(dependencies, agent, signal)
    }
    if (now >= agent.checkDue) {
      agent.checkDue = now + CHECK_INTERVAL_MS
      await check(dependencies, agent, signal)
    }
  } catch (error) {
    if (signal.aborted) return
    log.info('An agent could not tell the hub of its cluster', { ManagedCluster: agent.cluster, reason: error })
  }
}

async function renewLease(
  { hubClient, clock }: AgentDependencies,
  { cluster }: Agent,
  signal: AbortSignal,
): Promise<void> {
  const body = { spec: { renewTime: formatMicroTime(clock.now()) } }
  try {
    await hubClient.patch(Lease, { namespace: cluster, name: CLUSTER_LEASE }, { type: 'merge', body }, { signal })
  } catch (error) {
    // The hub makes it again.
    if (!isObjectMissing(error)) throw error
  }
}

async function check(dependencies: AgentDependencies, agent: Agent, signal: AbortSignal): Promise<void> {
  const now = dependencies.clock.now()
  const found = await look(dependencies, agent.cluster, signal)
  agent.failingSince = found.healthy ? undefined : (agent.failingSince ?? now)
  if (agent.failingSince !== undefined && now - agent.failingSince < FAILURE_THRESHOLD_MS) {
    agent.checkDue = now + RECHECK_INTERVAL_MS
    return
  }
  if (agent.report && jsonEqual(asJson(agent.report), asJson(found))) return
  agent.report = found
  dependencies.onReport(agent.cluster)
}

/** Looks at a cluster, and at its add-ons if it is well. */
async function look(
  { managedApis, hubClient, views, clock, sightings, log }: AgentDependencies,
  cluster: string,
  signal: AbortSignal,
): Promise<AgentReport> {
  const client = await managedApis.clientOf(cluster).catch((error: Error) => error)
  if (client instanceof Error) return { healthy: false, message: notWell(0, client.message) }
  const problem = await problemOf(client, signal)
  if (problem !== undefined) return { healthy: false, message: problem }
  const report = await describeCluster(client, signal)
  const addOns = views.addOns.list(cluster)
  if (addOns.length > 0) await reportAddOns({ hubClient, managedClient: client, clock, sightings, log }, addOns, signal)
  return report
}
