import { setTimeout as sleep } from 'node:timers/promises'
import { Namespace } from '@skep/api'
import { createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import type { ClustersClient, OrderedCluster } from '../clusters-client.ts'
import { UserError } from '../failure.ts'

/** How a wait goes on: what was seen last is told when time is up. */
export interface Waiting {
  readonly signal: AbortSignal
  /** Says what is so at the moment. */
  saw(what: string): void
}

const LOOK_EVERY_MS = 200
/** A cluster whose cause of failure has just been cleared says `error` until somebody has looked at it again. */
const ERROR_STAYS_MS = 2_000

/** Waits until a cluster is in a state, or has gone for `deleted`. Fails early when it will not get there by itself. */
export function waitForCluster(
  clusters: ClustersClient,
  nameOrId: string,
  state: string,
  waiting: Waiting,
): Promise<void> {
  let failedSince: number | undefined
  return until(waiting, async () => {
    const cluster = await clusters.find(nameOrId)
    if ((cluster?.state ?? 'deleted') === state) return true
    waiting.saw(cluster ? describe(cluster) : 'there is no such cluster')
    failedSince = cluster?.state === 'error' ? (failedSince ?? performance.now()) : undefined
    if (!cluster || failedSince === undefined || state === 'deleted') return false
    if (performance.now() - failedSince < ERROR_STAYS_MS) return false
    throw new UserError(`cluster ${nameOrId} will not become ${state}: ${describe(cluster)}`)
  })
}

const describe = ({ state, description }: OrderedCluster): string =>
  `it is in state ${state}${description === '' ? '' : ` (${description})`}`

/** Waits until something is served at an address, and not just a server there that is still starting or lacks the path. */
export function waitForUrl(url: string, waiting: Waiting): Promise<void> {
  return until(waiting, async () => {
    const { status } = await fetch(url, { signal: waiting.signal })
    waiting.saw(status === 404 ? 'it answers 404, nothing is served at that path' : `it answers ${status}`)
    return status < 500 && status !== 404
  })
}

/** Waits until there is a kubeconfig, that of kubectl unless given, and a Kubernetes API that lets its user in. */
export function waitForKubernetes(path: string | undefined, waiting: Waiting): Promise<void> {
  return until(waiting, async () => {
    const kubeconfig = await loadKubeconfig(path === undefined ? {} : { path })
    const client = createClient({ kubeconfig, retry: NO_RETRY })
    await client.list(Namespace, { signal: waiting.signal }).finally(() => client.close())
    return true
  })
}

/** Tries until it is done. What the user must know ends it; any other failure may be over the next time. */
async function until({ signal, saw }: Waiting, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    try {
      if (await isDone()) return
    } catch (error) {
      if (signal.aborted || error instanceof UserError) throw error
      saw(reasonOf(error))
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

/** `fetch` says only that it failed; what happened is in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
