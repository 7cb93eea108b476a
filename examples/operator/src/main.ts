import { hostname } from 'node:os'
import { createLogger } from '@skep/base'
import { createClient, installKinds, loadKubeconfig } from '@skep/client'
import { serveManager } from '@skep/controller'
import { websiteOperator } from './operator.ts'
import { Website } from './website.ts'

// Runs the operator on the cluster of the current kubeconfig until it is interrupted.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const log = createLogger()
const client = createClient({ kubeconfig: await loadKubeconfig(), userAgent: 'website-operator' })
await installKinds(client, [Website], stop)

const identity = `${hostname()}-${process.pid}`
const manager = websiteOperator(
  { client, log },
  { lease: { namespace: 'default', name: 'website-operator', identity } },
)
const endpoint = await serveManager(manager, { port: 8081 })
log.info('Serving health and metrics', { port: endpoint.port })

try {
  await manager.start(stop.signal)
} finally {
  await endpoint.close()
  client.close()
}
