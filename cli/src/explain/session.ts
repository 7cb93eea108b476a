import { type Client, createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import { explainObject } from './explain.ts'
import { findObject, type Question } from './find-object.ts'
import type { Explained } from './model.ts'
import { Reader, type ReadScope } from './reader.ts'

/** How long a tenant's API may take to answer before it counts as unreachable. */
const ANSWER_WITHIN_MS = 5_000

/** Explains objects of one cluster, and of those of tenants that it leads to, as often as asked. */
export interface ExplainSession {
  /** Explains an object as it is now. Tells everything that was looked at. */
  explain(question: Question, onRead?: (scope: ReadScope) => void): Promise<Explained>
  close(): void
}

/** What a session works with. */
export interface SessionOptions {
  readonly client: Client
  /** Opens the cluster of a kubeconfig; over the network unless given. */
  readonly connect?: (kubeconfig: string) => Promise<Client>
}

/** A session that keeps its connections until it is closed. */
export function createSession({ client, connect = connectByNetwork }: SessionOptions): ExplainSession {
  const opened = new Map<string, Promise<Client>>()
  const connectOnce = (kubeconfig: string): Promise<Client> => {
    const known = opened.get(kubeconfig) ?? connect(kubeconfig)
    opened.set(kubeconfig, known)
    // Whoever does not answer now may do so the next time.
    known.catch(() => opened.delete(kubeconfig))
    return known
  }
  return {
    explain: async (question, onRead = () => {}) => {
      const read = new Reader(client, { connect: connectOnce, onRead })
      return explainObject(await findObject(read, question), read)
    },
    close: () => {
      for (const tenant of opened.values()) tenant.then((each) => each.close()).catch(() => {})
      client.close()
    },
  }
}

async function connectByNetwork(kubeconfig: string): Promise<Client> {
  const client = createClient({ kubeconfig: await loadKubeconfig({ text: kubeconfig }), retry: NO_RETRY })
  try {
    await client.raw({ path: '/version', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
