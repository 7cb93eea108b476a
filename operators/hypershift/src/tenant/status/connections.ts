import { ConfigMap, type DaemonSet } from '@skep/api'
import { formatTime } from '@skep/base'
import { type ConditionUpdate, type Ctx, findCondition, type Result } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { CONNECTIVITY_CHECK } from '@skep/sim'
import { ALL_IS_WELL } from '../../control-plane/keys.ts'
import { KONNECTIVITY_AGENT } from '../config/konnectivity-agent.ts'
import type { ControlPlane } from '../control-planes.ts'
import { readyNodes } from '../nodes/readiness.ts'
import type { Tenant } from '../tenants.ts'

const DATA_PLANE = 'DataPlaneConnectionAvailable'
const CONTROL_PLANE = 'ControlPlaneConnectionAvailable'

/** Types of the conditions of a control plane that speak of connections with its nodes. */
export const CONNECTION_CONDITIONS: readonly string[] = [DATA_PLANE, CONTROL_PLANE]

/** A check that is older than this says nothing about now. */
const STALE_AFTER_MS = 5 * 60_000

/** What the conditions about connections say, and when they may say something else without any event. */
export interface Connections extends Result {
  readonly conditions: readonly ConditionUpdate[]
}

/** Whether the control plane and the nodes reach each other. */
export async function observeConnections(
  { clock }: Ctx,
  tenant: Tenant,
  controlPlane: ControlPlane,
): Promise<Connections> {
  if (readyNodes(tenant) === 0) return { conditions: NO_NODES }
  const hasAgents = agentsReady(tenant.agents.get(KONNECTIVITY_AGENT)) > 0
  const now = clock.now()
  const lastSeen = hasAgents ? now : lastTimeOfAgents(controlPlane, now)
  const check = await readCheck(tenant, hasAgents, now)
  const staleAtMs = Math.max(check.succeededMs ?? 0, lastSeen) + STALE_AFTER_MS
  const reverse = { type: CONTROL_PLANE, ...reverseConnection(check, staleAtMs, now) }
  return {
    conditions: [{ type: DATA_PLANE, ...(hasAgents ? WELL : NO_AGENTS) }, reverse],
    ...(reverse.status === 'True' && !hasAgents ? { requeueAfterMs: staleAtMs - now } : {}),
  }
}

const NO_NODES: readonly ConditionUpdate[] = [
  { type: DATA_PLANE, status: 'Unknown', reason: 'NoWorkerNodesAvailable', message: 'No worker nodes available' },
  {
    type: CONTROL_PLANE,
    status: 'Unknown',
    reason: 'NoWorkerNodesAvailable',
    message: 'No worker nodes available to verify control plane connectivity',
  },
]

type Statement = Omit<ConditionUpdate, 'type'>

const WELL: Statement = { status: 'True', reason: 'AsExpected', message: ALL_IS_WELL }
const NO_AGENTS: Statement = {
  status: 'False',
  reason: 'KonnectivityAgentPodsNotFound',
  message: "Couldn't find any konnectivity-agent running in data plane",
}

const agentsReady = (agents: DaemonSet | undefined): number => agents?.status?.numberReady ?? 0

/** Agents were there until the condition said that they are not; a condition that never said so counts from now. */
function lastTimeOfAgents({ status }: ControlPlane, now: number): number {
  const condition: Condition | undefined = findCondition(status?.conditions, DATA_PLANE)
  if (condition?.status === 'True') return now
  return condition?.status === 'False' ? Date.parse(condition.lastTransitionTime) : 0
}

interface Check {
  readonly found: boolean
  readonly text?: string
  readonly succeededMs?: number
}

/** Reads what pods on nodes have noted, which they do for the first time as soon as they run. */
async function readCheck({ api: { client } }: Tenant, hasAgents: boolean, now: number): Promise<Check> {
  const found = await client.get(ConfigMap, CONNECTIVITY_CHECK)
  if (!found) return { found: false }
  const noted = found.data?.['lastSucceeded']
  if (noted) return { found: true, text: noted, succeededMs: Date.parse(noted) }
  if (!hasAgents) return { found: true }
  const body = { data: { lastSucceeded: formatTime(now) } }
  await client.patchUnread(ConfigMap, CONNECTIVITY_CHECK, { type: 'merge', body })
  return { found: true, text: formatTime(now), succeededMs: now }
}

const FAILED = 'Data plane to control plane connection is not available:'

function reverseConnection({ found, text, succeededMs }: Check, staleAtMs: number, now: number): Statement {
  if (!found) {
    const { namespace, name } = CONNECTIVITY_CHECK
    const message = `Connectivity check ConfigMap ${namespace}/${name} not found; the hosted cluster config operator may not have reconciled it yet`
    return { status: 'Unknown', reason: 'ConfigMapNotFound', message }
  }
  if (succeededMs === undefined) {
    return failedAccess('no successful connectivity check recorded')
  }
  if (Number.isNaN(succeededMs)) return failedAccess(`failed to parse lastSucceeded timestamp: ${text}`)
  if (now < staleAtMs) return WELL
  const message = `${FAILED} last successful check was at ${text}, which is older than 5 minutes`
  return { status: 'False', reason: 'ConnectionCheckStale', message }
}

const failedAccess = (why: string): Statement => ({
  status: 'False',
  reason: 'KASAccessFailed',
  message: `${FAILED} ${why}`,
})
