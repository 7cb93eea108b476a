import { SelfSubjectAccessReview } from '@skep/api'
import { StatusError } from '@skep/base'
import { type ClientKind, createClient, createKindResolver, loadKubeconfig, NO_RETRY } from '@skep/client'
import { apiVersionOf } from '@skep/schema'

const TIMEOUT_MS = 5_000

/** Connects with a kubeconfig and asks whether there is a kind, and whether the user may do what a clusters service does. */
export async function checkConnection(kubeconfig: string, kind: ClientKind): Promise<{ problem?: string }> {
  const { group, plural } = kind
  const client = createClient({ kubeconfig: await loadKubeconfig({ text: kubeconfig }), retry: NO_RETRY })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const resourceAttributes = { verb: 'create', group, resource: plural }
    const { status } = await client.create(
      SelfSubjectAccessReview,
      { metadata: {}, spec: { resourceAttributes } },
      { signal },
    )
    if (!status?.allowed)
      return { problem: `does not let this user create ${plural}.${group}: give it a role that does` }
    const names = { apiVersion: apiVersionOf(kind), kind: kind.kind }
    if (await createKindResolver(client).resolve(names, signal)) return {}
    return { problem: `has no ${plural}.${group}: is its operator installed there?` }
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
