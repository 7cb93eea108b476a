import { SelfSubjectAccessReview } from '@skep/api'
import { StatusError } from '@skep/base'
import { createClient, loadKubeconfig, NO_RETRY } from '@skep/client'

/** What a kubeconfig must give access to. */
export interface Need {
  readonly group: string
  readonly resource: string
}

const TIMEOUT_MS = 5_000

/** Connects with a kubeconfig and asks whether its user may do what a clusters service does. */
export async function checkConnection(kubeconfig: string, { group, resource }: Need): Promise<{ problem?: string }> {
  const client = createClient({ kubeconfig: await loadKubeconfig({ text: kubeconfig }), retry: NO_RETRY })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const resourceAttributes = { verb: 'create', group, resource }
    const { status } = await client.create(
      SelfSubjectAccessReview,
      { metadata: {}, spec: { resourceAttributes } },
      { signal },
    )
    if (status?.allowed) return {}
    return { problem: `does not let this user create ${resource}.${group}: give it a role that does` }
  } catch (error) {
    return { problem: explain(error) }
  } finally {
    client.close()
  }
}

function explain(error: unknown): string {
  const text = `${(error as Error).message} ${((error as Error).cause as Error | undefined)?.message ?? ''}`
  if (error instanceof StatusError && error.code === 401) {
    return 'answers Unauthorized: its certificates changed since; generate the shard again'
  }
  if (text.includes('ECONNREFUSED')) return 'refuses connections: is the simulator running, and on this port?'
  if (/certificate|self.signed/i.test(text)) return 'has another certificate authority now: generate the shard again'
  return `cannot be reached: ${(error as Error).message}`
}
