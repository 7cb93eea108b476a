import { connect } from 'node:tls'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@skep/api'
import { type Client, type ClientKind, isObjectMissing, type Stored } from '@skep/client'

/** On configurations of webhooks that end with the process that registered them. */
export const WEBHOOK_LABELS = { 'app.kubernetes.io/managed-by': 'skep' }

// Both kinds of configuration have the same form, as far as it matters here.
type Configuration = Stored<ValidatingWebhookConfiguration>
const KINDS = [ValidatingWebhookConfiguration, MutatingWebhookConfiguration] as readonly ClientKind<Configuration>[]

/**
 * Unregisters webhooks of processes that ended without doing so: an API server that asks nobody refuses everything. Those
 * of processes that answer stay. Returns the names of the configurations that were removed.
 */
export async function removeAbandonedWebhooks(client: Client): Promise<string[]> {
  const removed: string[] = []
  for (const kind of KINDS) {
    const { items } = await client.list(kind, { labelSelector: WEBHOOK_LABELS })
    for (const configuration of items) {
      if (await isAnswered(configuration)) continue
      const { name, uid } = configuration.metadata
      await client.delete(kind, { name }, { preconditions: { uid } }).catch(ignoreMissing)
      removed.push(name)
    }
  }
  return removed
}

const ignoreMissing = (error: unknown): void => {
  if (!isObjectMissing(error)) throw error
}

/** Whether any of the webhooks has somebody behind it. Addresses that only the API server can reach are left to it. */
async function isAnswered({ webhooks = [] }: Configuration): Promise<boolean> {
  for (const { clientConfig } of webhooks) {
    const { url, caBundle = '' } = clientConfig
    if (url === undefined || (await isServedAt(new URL(url), Buffer.from(caBundle, 'base64')))) return true
  }
  return webhooks.length === 0
}

/** How long somebody gets to pick up. */
const PATIENCE_MS = 2_000

/** Whether the one whom the certificate is of listens: another one may have got the port. */
function isServedAt({ hostname: host, port }: URL, ca: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), ca, timeout: PATIENCE_MS }, () => end(true))
    const end = (isServed: boolean) => {
      socket.destroy()
      resolve(isServed)
    }
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}
