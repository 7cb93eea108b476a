import { Node } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import type { Result } from '@skep/controller'
import type { Failure } from '@skep/sim'
import { asAnnotations, type UpdateState, updateState } from './annotations.ts'
import { drain, setUnschedulable } from './drain.ts'

/** What an update of a node depends on. */
export interface NodeUpdate {
  /** How long the node is busy with its new configuration. */
  readonly durationMs: number
  /** Why it cannot take it. */
  readonly failure: Failure | undefined
  readonly kubeletVersion: string
  readonly now: number
}

/** Evictions are looked at again after this long. */
const DRAIN_AGAIN_MS = 5_000

/**
 * The next step of a node to the configuration that it shall have, as the daemon on it and the drainer beside it take
 * them in turn: drain, apply, restart, uncordon. What has been done is in the annotations, so that anybody can go on.
 */
export async function stepNode(client: Client, node: Stored<Node>, update: NodeUpdate): Promise<Result> {
  const state = updateState(node)
  const { desiredConfig, currentConfig, desiredDrain, lastAppliedDrain } = state
  if (desiredConfig === undefined) return {}
  if (currentConfig === desiredConfig) return finish(client, node, state)
  if (state.state === 'Degraded') return update.failure ? {} : annotate(client, node, tryAgain(update.now))
  if (desiredDrain !== `drain-${desiredConfig}`) return annotate(client, node, begin(desiredConfig))
  if (lastAppliedDrain !== desiredDrain) return drainNode(client, node, desiredDrain, update.now)
  return applyConfig(client, node, state, update)
}

type StateChange = { readonly [K in keyof UpdateState]: string | null }

const begin = (config: string): StateChange => ({ state: 'Working', reason: '', desiredDrain: `drain-${config}` })

/** Nothing keeps the node from its configuration any more: it is drained, and takes as long as at first. */
const tryAgain = (now: number): StateChange => ({ state: 'Working', reason: '', busySince: formatTime(now) })

/** Nothing more than pods that may come again, also to a node that went back to what it has before it had anything else. */
const done = (config: string): StateChange => ({
  state: 'Done',
  reason: '',
  desiredDrain: `uncordon-${config}`,
  busySince: null,
})

/** Lets pods come again to a node that has its configuration. */
async function finish(client: Client, node: Stored<Node>, state: UpdateState): Promise<Result> {
  const { currentConfig = '', desiredDrain, lastAppliedDrain } = state
  if (state.state !== 'Done' || desiredDrain !== `uncordon-${currentConfig}`) {
    return annotate(client, node, done(currentConfig))
  }
  return desiredDrain === lastAppliedDrain ? {} : uncordon(client, node, state)
}

async function drainNode(client: Client, node: Stored<Node>, request: string, now: number): Promise<Result> {
  const cordoned = await setUnschedulable(client, node, true)
  if (!(await drain(client, cordoned))) return { requeueAfterMs: DRAIN_AGAIN_MS }
  return annotate(client, cordoned, { lastAppliedDrain: request, busySince: formatTime(now) })
}

async function uncordon(client: Client, node: Stored<Node>, { desiredDrain }: UpdateState): Promise<Result> {
  const open = await setUnschedulable(client, node, false)
  return annotate(client, open, { lastAppliedDrain: desiredDrain ?? null })
}

async function applyConfig(
  client: Client,
  node: Stored<Node>,
  { desiredConfig = '', busySince = '' }: UpdateState,
  { durationMs, failure, kubeletVersion, now }: NodeUpdate,
): Promise<Result> {
  const remainingMs = (Date.parse(busySince) || 0) + durationMs - now
  if (remainingMs > 0) return { requeueAfterMs: remainingMs }
  if (failure) return annotate(client, node, { state: 'Degraded', reason: failure.message, busySince: null })
  const body = { status: { nodeInfo: { kubeletVersion } } }
  const restarted = await client.patch(Node, node.metadata, { type: 'merge', body }, { subresource: 'status' })
  return annotate(client, restarted, { currentConfig: desiredConfig, ...done(desiredConfig) })
}

/** Writes what is done, if nobody has changed the node since; the change brings whoever plans the update back. */
async function annotate(client: Client, { metadata }: Stored<Node>, state: StateChange): Promise<Result> {
  const { resourceVersion } = metadata
  const body = { metadata: { resourceVersion, annotations: asAnnotations(state) } }
  await client.patch(Node, metadata, { type: 'merge', body })
  return {}
}
