import type { Endpoints, Service } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import type { Webhook } from './compile.ts'

/** Where a webhook is reached. */
export interface Endpoint {
  /** As error messages show it. */
  url: URL
  /** Host and port to connect to. */
  host: string
  port: number
  /** Name that the certificate must be good for. */
  serverName: string
  ca: string | undefined
}

type ClientConfig = Pick<Webhook['clientConfig'], 'url' | 'service' | 'caBundle'>

/** Finds a webhook by its URL, or its service by the addresses behind it. Throws when there are none. */
export function endpointOf(cluster: ClusterView, { url, service, caBundle }: ClientConfig): Endpoint {
  const ca = caBundle ? Buffer.from(caBundle, 'base64').toString('utf8') : undefined
  if (url) {
    const parsed = new URL(url)
    return { url: parsed, host: parsed.hostname, port: Number(parsed.port) || 443, serverName: parsed.hostname, ca }
  }
  if (!service) throw new Error('the webhook has neither a url nor a service')
  const { name, namespace, path = '/', port = 443 } = service
  const serverName = `${name}.${namespace}.svc`
  const address = backendOf(cluster, namespace, name, port)
  return { url: new URL(`https://${serverName}:${port}${path}`), ...address, serverName, ca }
}

function backendOf(
  { objects }: ClusterView,
  namespace: string,
  name: string,
  port: number,
): { host: string; port: number } {
  const service = objects.get({ group: '', resource: 'services' }, namespace, name) as Service | undefined
  if (!service) throw new Error(`service "${name}" not found`)
  const servicePort = service.spec?.ports?.find((each) => each.port === port)
  if (!servicePort) throw new Error(`no service port ${port} found for service "${name}"`)
  const endpoints = objects.get({ group: '', resource: 'endpoints' }, namespace, name) as Endpoints | undefined
  for (const subset of endpoints?.subsets ?? []) {
    const address = subset.addresses?.[0]
    const target = subset.ports?.find((each) => (each.name ?? '') === (servicePort.name ?? ''))
    if (address && target) return { host: address.ip, port: target.port }
  }
  throw new Error(`no endpoints available for service "${name}"`)
}
