import { AccountClaim, ClusterDeployment, ProjectClaim } from '@skep/api'
import { type Clock, realClock, sleepOn } from '@skep/base'
import { type Client, type ClientKind, createKindResolver, Informer } from '@skep/client'
import { apiVersionOf, type KubeObject } from '@skep/schema'
import type { Recording } from '@skep/sim'
import { Recorder } from './recorder.ts'

/** What is recorded, and for how long. */
export interface RecordOptions {
  /** All namespaces unless given. */
  readonly namespace?: string
  /** Whether what was ready or failed before is recorded as well, by the times of its conditions; not unless given. */
  readonly past?: boolean
  /** Ends when so many clusters became ready or failed, and everything else did as well; goes on unless given. */
  readonly untilSettled?: number
  /** Ends it at any time; what was recorded until then is returned. */
  readonly signal: AbortSignal
  /** Told when everything that is there is known, with the kinds that are recorded. */
  onReady?(kinds: readonly string[]): void
}

/** The kinds that are recorded, and that the simulator can replay. */
export const RECORDED_KINDS: readonly ClientKind[] = [ClusterDeployment, AccountClaim, ProjectClaim]

/** How often it is looked whether everything has settled. */
const LOOK_EVERY_MS = 250

/** Records what happens on a shard, a real one or a simulated one, by its Kubernetes API alone. */
export async function recordShard(
  { client, clock = realClock }: { readonly client: Client; readonly clock?: Clock },
  { namespace, past = false, untilSettled, signal, onReady }: RecordOptions,
): Promise<Recording> {
  const recorder = new Recorder(
    clock,
    RECORDED_KINDS.map(({ kind }) => kind),
  )
  const stopping = new AbortController()
  const ending = AbortSignal.any([signal, stopping.signal])
  const kinds = createKindResolver(client)
  const informers: Informer[] = []
  for (const kind of RECORDED_KINDS) {
    // A shard need not have all operators.
    const isServed = await kinds.resolve({ apiVersion: apiVersionOf(kind), kind: kind.kind }, signal)
    if (isServed) informers.push(follow(client, kind, namespace, recorder))
  }
  const running = Promise.all(informers.map((informer) => informer.run(ending)))
  try {
    await Promise.race([Promise.all(informers.map((informer) => informer.waitForSync(ending))), running])
    onReady?.(informers.map(({ kind }) => kind.kind))
    while (!ending.aborted && !isOver(recorder, untilSettled)) {
      await Promise.race([sleepOn(clock, LOOK_EVERY_MS, ending), running])
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stopping.abort()
    await running.catch(() => undefined)
  }
  return recorder.finish({ past })
}

function follow(client: Client, kind: ClientKind, namespace: string | undefined, recorder: Recorder): Informer {
  const informer = new Informer<KubeObject>(client, kind, namespace === undefined ? {} : { namespace })
  informer.onChange((change) => recorder.take(kind.kind, change, !informer.synced))
  return informer
}

function isOver(recorder: Recorder, clusters: number | undefined): boolean {
  const settled = recorder.counts(ClusterDeployment.kind).settled
  const everything = recorder.counts()
  return clusters !== undefined && settled >= clusters && everything.settled === everything.all
}
