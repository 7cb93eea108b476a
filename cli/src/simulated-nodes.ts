import { Node } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { type Clock, type Logger, realClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, listWatch } from '@skep/client'
import { createSimulatedNodes } from '@skep/sim'
import { UserError } from './failure.ts'

export interface StartNodesOptions {
  readonly count: number
  /** By which pods take their time; real time unless given. */
  readonly clock?: Clock
  readonly log: Logger
}

/** The nodes of a cluster, until they are stopped. */
export interface RunningNodes {
  stop(): Promise<void>
}

const READY_TIMEOUT_MS = 30_000

/** Control planes of many clusters have to find room, each of some sixty pods. */
const RESOURCES = { cpu: '4000', memory: '16Ti', pods: '10000' }

/** Lets simulated nodes join a server of this process; resolves when all of them are ready to take pods. */
export async function startNodes(server: ApiServer, options: StartNodesOptions): Promise<RunningNodes> {
  const { clock = realClock } = options
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'kubelet', clock })
  try {
    const { stop } = await joinNodes(client, options)
    return { stop: () => stop().finally(() => client.close()) }
  } catch (error) {
    client.close()
    throw error
  }
}

/** Lets simulated nodes join a cluster; resolves when all of them are ready to take pods. */
export async function joinNodes(client: Client, { count, clock, log }: StartNodesOptions): Promise<RunningNodes> {
  const nodes = createSimulatedNodes({ client, count, log, resources: RESOURCES, ...(clock ? { clock } : {}) })
  const stop = () => nodes.stop()
  try {
    await nodes.start()
    await allReady(client, new Set(nodes.names))
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function allReady(client: Client, waiting: Set<string>): Promise<void> {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for await (const change of listWatch(client, Node, { signal })) {
    if (change.type !== 'synced' && takesPods(change.object)) waiting.delete(change.object.metadata.name)
    if (waiting.size === 0) return
  }
  const names = [...waiting].join(', ')
  throw new UserError(`these nodes did not become ready within 30 seconds: ${names}; --log-level info says more`)
}

/** A new node is tainted until the server's controllers have seen that it is ready. */
function takesPods({ spec, status }: Node): boolean {
  const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True')
  return isReady === true && !spec?.taints?.some(({ key }) => key === 'node.kubernetes.io/not-ready')
}
