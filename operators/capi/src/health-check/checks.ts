import type { Node } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { findCondition, hasStatus } from '../conditions/conditions.ts'
import { ANNOTATIONS, LABELS } from '../names.ts'
import type { Cluster, HealthCheck } from '../objects.ts'
import { goDuration } from './go-duration.ts'
import type { Target } from './targets.ts'

/** What a check found: what is wrong, or when something may be. */
export interface Finding {
  /** Why a machine is not well; undefined when it is, as far as one can tell. */
  readonly problem?: { readonly reason: string; readonly message: string }
  /** When to look again, in milliseconds. */
  readonly nextCheckMs?: number
}

const DEFAULT_STARTUP_TIMEOUT = '10m0s'
/** Times are in seconds, so that what is due now may look due a second later. */
const SLACK_MS = 1_000

/** By what time is told. */
type Times = Pick<Ctx, 'clock' | 'sightings'>

/** Looks at one machine. */
export function checkTarget(times: Times, check: HealthCheck, cluster: Cluster, target: Target): Finding {
  const { machine } = target
  if (machine.metadata.annotations?.[ANNOTATIONS.remediateMachine] !== undefined) {
    const message = 'Marked for remediation via cluster.x-k8s.io/remediate-machine annotation'
    return { problem: { reason: 'HasRemediateMachineAnnotation', message } }
  }
  const isControlPlane = machine.metadata.labels?.[LABELS.controlPlane] !== undefined
  // Nobody is to blame for what waits for the cluster.
  if (!isControlPlane && !hasStatus(cluster.status, 'ControlPlaneInitialized', 'True')) return {}
  if (!hasStatus(cluster.status, 'InfrastructureReady', 'True')) return {}
  return combine(checkMachine(times, check, target), checkNode(times, check, cluster, target))
}

function combine(machine: Held, node: Finding): Finding {
  if (machine.messages.length > 0) {
    const messages = [...machine.messages, ...(node.problem ? [node.problem.message] : [])]
    return { problem: { reason: 'UnhealthyMachine', message: messages.join('; ') } }
  }
  if (node.problem) return node
  const times = [machine.nextCheckMs, node.nextCheckMs].filter((time) => time !== undefined)
  return times.length === 0 ? {} : { nextCheckMs: Math.min(...times) }
}

/** Conditions that have held for too long, and when the next would. */
interface Held {
  readonly messages: readonly string[]
  readonly nextCheckMs: number | undefined
}

interface Watched {
  readonly type: string
  readonly status: string
  readonly timeout: string
}

interface Observed {
  readonly type: string
  readonly status: string
  readonly reason?: string | undefined
  readonly lastTransitionTime?: string | undefined
}

/** Since when a condition has held. */
type SinceOf = (condition: Observed) => number

/** Which of the watched conditions have held for longer than they may. */
function findHeld(
  watched: readonly Watched[],
  { on, observed, sinceOf }: { on: string; observed: readonly Observed[]; sinceOf: SinceOf },
  now: number,
): Held {
  const messages: string[] = []
  const waits: number[] = []
  for (const { type, status, timeout } of watched) {
    const found = observed.find((condition) => condition.type === type && condition.status === status)
    if (!found) continue
    const limit = parseGoDuration(timeout)
    // Nobody's machines are replaced because of a time that cannot be read.
    if (limit === undefined) continue
    const left = sinceOf(found) + limit - now
    if (left >= 0) waits.push(left + SLACK_MS)
    else messages.push(heldMessage({ type, status, on, reason: found.reason ?? '', limit }))
  }
  return { messages, nextCheckMs: waits.length === 0 ? undefined : Math.min(...waits) }
}

const heldMessage = (held: { type: string; status: string; on: string; reason: string; limit: number }): string =>
  `Condition ${held.type} on ${held.on} is reporting status ${held.status} with reason ${held.reason} for more than ${goDuration(held.limit)}`

/** Conditions of machines are written here, so that their times are of the same clock. */
function checkMachine({ clock }: Times, { spec }: HealthCheck, { machine }: Target): Held {
  const sinceOf: SinceOf = ({ lastTransitionTime }) => Date.parse(lastTransitionTime ?? '')
  const observed = machine.status?.conditions ?? []
  return findHeld(spec.unhealthyMachineConditions ?? [], { on: 'Machine', observed, sinceOf }, clock.now())
}

/** Those of nodes are written by kubelets, and by the server when it hears of none. */
function checkNodeConditions({ clock, sightings }: Times, { spec }: HealthCheck, node: Stored<Node>): Held {
  const sinceOf: SinceOf = ({ type, status, lastTransitionTime }) =>
    sightings.since([node.metadata.uid, type, status, lastTransitionTime].join(' '), lastTransitionTime)
  const observed = node.status?.conditions ?? []
  return findHeld(spec.unhealthyConditions ?? [], { on: 'Node', observed, sinceOf }, clock.now())
}

function checkNode(times: Times, check: HealthCheck, cluster: Cluster, target: Target): Finding {
  // A node that was deleted has nothing to say of itself.
  if (target.isNodeMissing) return { problem: { reason: 'NodeNotFound', message: '' } }
  if (!target.node) return target.machine.status?.nodeRef ? {} : checkStartup(times, check, cluster, target)
  const { messages, nextCheckMs } = checkNodeConditions(times, check, target.node)
  if (messages.length > 0) return { problem: { reason: 'UnhealthyNode', message: messages.join('; ') } }
  return nextCheckMs === undefined ? {} : { nextCheckMs }
}

/** The time to become a node begins when everything that it needs is there. A timeout of zero never ends. */
function checkStartup(
  { clock, sightings }: Times,
  { spec }: HealthCheck,
  cluster: Cluster,
  { machine }: Target,
): Finding {
  const timeout = parseGoDuration(spec.nodeStartupTimeout ?? DEFAULT_STARTUP_TIMEOUT) ?? 0
  if (timeout === 0) return {}
  const since = Math.max(
    sightings.createdAt(machine),
    trueSince(cluster.status, 'ControlPlaneInitialized'),
    trueSince(cluster.status, 'InfrastructureReady'),
    trueSince(machine.status, 'InfrastructureReady'),
  )
  const left = since + timeout - clock.now()
  if (left >= 0) return { nextCheckMs: left + SLACK_MS }
  return {
    problem: { reason: 'NodeStartupTimeout', message: `Node failed to report startup in ${goDuration(timeout)}` },
  }
}

function trueSince(from: Parameters<typeof findCondition>[0], type: string): number {
  const condition = findCondition(from, type)
  return condition?.status === 'True' ? Date.parse(condition.lastTransitionTime) : 0
}
