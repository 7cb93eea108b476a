import type { Agent } from 'node:http'
import type { RequestOptions } from 'node:https'
import { type Cluster, KubeConfig } from '@kubernetes/client-node'
import type { Clock } from '@skep/base'
import type { Credentials, Endpoint, TlsOptions } from '../transport/endpoint.ts'
import type { KubeconfigSource } from './load.ts'
import { adoptTokenFile } from './token-file.ts'

/** Files are read and plug-ins asked again after this long, so that rotated credentials are noticed in time. */
const MAX_AGE_MS = 10_000

/** Reads a kubeconfig of any form with the maintained library. */
export function loadWithLibrary(source: KubeconfigSource, clock: Clock): Endpoint {
  let config = read(source)
  let known: { credentials: Credentials; at: number } | undefined
  let fetching: Promise<Credentials> | undefined

  const fetch = async (): Promise<Credentials> => {
    const options: RequestOptions = {}
    await config.applyToHTTPSOptions(options)
    const credentials = keepEqual(known?.credentials, credentialsOf(options))
    known = { credentials, at: clock.now() }
    return credentials
  }
  const credentials = (): Promise<Credentials> => {
    if (known && clock.now() - known.at < MAX_AGE_MS) return Promise.resolve(known.credentials)
    fetching ??= fetch().finally(() => {
      fetching = undefined
    })
    return fetching
  }
  const cluster = clusterOf(config)
  const namespace = config.getContextObject(config.getCurrentContext())?.namespace
  return {
    server: cluster.server,
    ...(namespace ? { namespace } : {}),
    credentials,
    // The library remembers what plug-ins said until it expires; only a fresh one asks again.
    refresh: async () => {
      config = read(source)
      known = undefined
      await credentials()
    },
    ...(cluster.proxyUrl ? { proxyAgent: () => proxyAgent(config) } : {}),
  }
}

function read(source: KubeconfigSource): KubeConfig {
  const { text, path, context } = source
  const config = new KubeConfig()
  if (path !== undefined) config.loadFromFile(path)
  else if (text !== undefined) config.loadFromString(text)
  else config.loadFromDefault()
  if (context !== undefined) config.setCurrentContext(context)
  const cluster = clusterOf(config)
  // The library refuses plain HTTP unless told not to verify a certificate that plain HTTP does not have.
  if (cluster.server.startsWith('http:')) Object.assign(cluster, { skipTLSVerify: true })
  // Without a user, it would not even apply the certificate authority.
  if (!config.getCurrentUser()) {
    config.addUser({ name: config.getContextObject(config.getCurrentContext())?.user ?? '' })
  }
  adoptTokenFile(config, source)
  return config
}

function clusterOf(config: KubeConfig): Cluster {
  const cluster = config.getCurrentCluster()
  if (cluster) return cluster
  const known = config.getContexts().map(({ name }) => name)
  throw new Error(
    `the kubeconfig has no cluster for context ${JSON.stringify(config.getCurrentContext() ?? '')}; ` +
      `its contexts are: ${known.join(', ') || 'none'}`,
  )
}

function credentialsOf({ ca, cert, key, servername, rejectUnauthorized, headers, auth }: RequestOptions): Credentials {
  const tls: Record<string, unknown> = { ca, cert, key, serverName: servername }
  for (const name of Object.keys(tls)) if (tls[name] === undefined) delete tls[name]
  if (rejectUnauthorized === false) tls['insecure'] = true
  const sent = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value).trim()])
  if (auth) sent.push(['authorization', `Basic ${Buffer.from(auth).toString('base64')}`])
  // The library reads files into buffers and passes texts on, never the lists that node would also take.
  return { tls: tls as TlsOptions, headers: Object.fromEntries(sent) }
}

/** Keeps the TLS options that connections were made with, when the new ones say the same. */
function keepEqual(known: Credentials | undefined, { tls, headers }: Credentials): Credentials {
  return { headers, tls: known && fingerprint(known.tls) === fingerprint(tls) ? known.tls : tls }
}

const fingerprint = (tls: TlsOptions): string =>
  JSON.stringify(Object.entries(tls).map(([name, value]) => [name, String(value)]))

async function proxyAgent(config: KubeConfig): Promise<Agent> {
  const options: RequestOptions = {}
  await config.applyToHTTPSOptions(options)
  // It always sets one.
  return options.agent as Agent
}
