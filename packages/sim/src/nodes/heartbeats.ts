import { Node } from '@skep/api'
import type { Clock, Logger, Timer } from '@skep/base'
import { isObjectMissing } from '@skep/client'
import { eachLimited } from './each-limited.ts'
import { createLease, renewLease } from './lease.ts'
import type { NodeApi } from './node-api.ts'
import { reportNodeStatus } from './registration.ts'
import type { SimulatedNode } from './simulated-node.ts'

/** A kubelet's own figures: its lease every ten seconds, its status every five minutes when nothing changes. */
const LEASE_INTERVAL_MS = 10_000
const BEATS_PER_REPORT = 30
/**
 * Nodes of all clusters beat at the same moments, that often: what is written at once costs half as much. Longer ones would
 * cost little less, and let others wait for a whole crowd of them.
 */
const MOMENT_MS = 100
/** Who is silent for longer may be taken for lost. */
const SILENCE_MS = 3 * LEASE_INTERVAL_MS
const CONCURRENCY = 16

/** Which nodes are alive, and whom to tell of those that are gone. */
export interface HeartbeatOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
  /** The nodes that are alive now. */
  nodes(): Iterable<SimulatedNode>
  /** Told of nodes that somebody deleted. */
  onGone(name: string): void
}

/** Says for all nodes that they are alive, on one timer. Returns how to end it. */
export function startHeartbeats(options: HeartbeatOptions): { stop(): void } {
  /** The times that leases of nodes say. */
  const heard = new WeakMap<SimulatedNode, number>()
  let beats = 0
  let lastBeat = options.clock.now()
  let timer: Timer
  const arm = () => {
    if (options.signal.aborted) return
    const waitMs = LEASE_INTERVAL_MS - (options.clock.now() % MOMENT_MS)
    timer = options.clock.setTimer(waitMs, () => void beat().finally(arm))
  }
  const beat = () => {
    const before = lastBeat
    lastBeat = options.clock.now()
    const isReportDue = ++beats % BEATS_PER_REPORT === 0
    return eachLimited(options.nodes(), CONCURRENCY, async (node) => {
      const now = options.clock.now()
      if (await beatOnce(options, node, isReportDue ? Number.NEGATIVE_INFINITY : (heard.get(node) ?? before)))
        heard.set(node, now)
    })
  }
  arm()
  return { stop: () => timer.cancel() }
}

/**
 * Whether it went well. Failures pass: the next beat comes soon, and a node that misses four of them is noticed by others.
 * A process that had too much to do puts right what was said of its nodes meanwhile, as a kubelet does at once. That shows
 * once the lease is renewed: until then others saw the time that it said before.
 */
async function beatOnce(options: HeartbeatOptions, node: SimulatedNode, heard: number): Promise<boolean> {
  const { clock, log, signal, onGone } = options
  const { name } = node.object.metadata
  const api = { client: node.client, clock }
  try {
    if (!(await renewLease(api, node.object, signal))) await restoreLease(api, name, options)
    if (clock.now() - heard > SILENCE_MS) await reportNodeStatus(api, name, node.conditions, signal)
    return true
  } catch (error) {
    if (isObjectMissing(error)) onGone(name)
    else if (!signal.aborted) log.info('Failed to say that a node is alive', { node: name, reason: error })
    return false
  }
}

/** A lease goes with its node, so that its loss may mean that the node has been deleted. */
async function restoreLease(api: NodeApi, name: string, { signal, onGone }: HeartbeatOptions): Promise<void> {
  const present = await api.client.get(Node, { name }, { signal })
  if (present) await createLease(api, present, signal)
  else onGone(name)
}
