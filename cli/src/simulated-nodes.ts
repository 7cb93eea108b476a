import { Node } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import type { Logger } from '@skep/base'
import { type Client, createClient, inProcessTransport, listWatch } from '@skep/client'
import { createSimulatedNodes } from '@skep/sim'
import { UserError } from './failure.ts'

export interface StartNodesOptions {
  readonly count: number
  readonly log: Logger
}

/** The nodes of a cluster, until they are stopped. */
export interface RunningNodes {
  stop(): Promise<void>
}

const READY_TIMEOUT_MS = 30_000

/** Lets simulated nodes join a server of this process; resolves when all of them are ready to take pods. */
export async function startNodes(server: ApiServer, { count, log }: StartNodesOptions): Promise<RunningNodes> {
  const client = createClient({ transport: inProcessTransport(server), userAgent: 'kubelet' })
  const nodes = createSimulatedNodes({ client, count, log })
  const stop = async () => {
    await nodes.stop()
    client.close()
  }
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
