import type { KeyPair } from '@skep/base/x509'
import type { Store } from '@skep/store'
import { renderKubeconfig, writeKubeconfig } from './auth/kubeconfig.ts'
import type { Clusters } from './clusters/clusters.ts'
import type { Security } from './clusters/security.ts'
import type { ObjectApi, UserInfo } from './contracts.ts'
import { createControllers } from './controllers/index.ts'
import type { Exchange } from './http/exchange.ts'
import { DEFAULT_LIMITS, InFlight } from './http/in-flight.ts'
import { ADMINISTRATOR, type InProcessRequest, type InProcessResponse, sendInProcess } from './http/in-process.ts'
import { type Listener, listenPlain, listenTls } from './http/listener.ts'
import { answerOtherPaths } from './http/other-paths.ts'
import { createPipeline } from './http/pipeline.ts'
import { WatchPacer } from './http/watch-pacer.ts'
import { ServerMetrics } from './metrics/server-metrics.ts'
import { OpenApiDocuments } from './openapi/documents.ts'
import { assemble, isWildcard, type ServerParts, type Settings, settle } from './server/assemble.ts'
import { adminKubeconfig, clientCertificate, clusterUrl } from './server/kubeconfigs.ts'
import type { ApiServerOptions } from './server/options.ts'

export type { ApiServerOptions } from './server/options.ts'

/** A running API server. */
export interface ApiServer {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  readonly port: number
  /** Certificate authority of the server, in PEM. */
  readonly ca: string
  /**
   * A client of the root cluster for the same process: get, list, create, update, modify, delete. For typed kinds and
   * watches, give `@skep/client` this server as its transport.
   */
  readonly client: ObjectApi
  readonly clusters: Clusters
  readonly security: Security
  readonly store: Store
  /** A kubeconfig for an administrator of a logical cluster, the root one unless given. */
  kubeconfig(clusterId?: string): Promise<string>
  /** Writes that kubeconfig to a file that only its owner can read. */
  writeKubeconfig(path: string, clusterId?: string): Promise<void>
  /** Who signs the client certificates of a logical cluster, in PEM. */
  clientCa(clusterId: string): Promise<string>
  /** A certificate with which somebody is known to a logical cluster, and to no other. */
  issueClientCertificate(clusterId: string, user: Pick<UserInfo, 'name' | 'groups'>): Promise<KeyPair>
  /** Answers a request without a socket; by an administrator unless `user` or `credentials` say who. */
  handle(request: InProcessRequest): Promise<InProcessResponse>
  /** Stops listening, ends what is under way, and releases everything. */
  close(): Promise<void>
}

/** Starts an API server: `const server = await startApiServer()` in a test, with a `dataDir` for keeps. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const settings = settle(options)
  const parts = await assemble(settings)
  const pipeline = pipelineOf(settings, parts)
  const controllers = settings.controllers === false ? undefined : controllersOf(settings, parts, () => url)
  const listeners = await listen(settings, parts, pipeline)
  const { port } = listeners[0]!
  const host = isWildcard(settings.host) ? '127.0.0.1' : settings.host
  const url = `https://${host}:${port}`
  parts.announce({ address: host, port })
  const address = { url, name: settings.name }
  controllers?.start()
  return {
    url,
    port,
    ca: parts.pki.ca.certificatePem,
    client: parts.clusters.root.objects,
    clusters: parts.clusters,
    security: parts.security,
    store: parts.store,
    kubeconfig: async (clusterId) => renderKubeconfig(await adminKubeconfig(parts, address, clusterId)),
    writeKubeconfig: async (path, clusterId) => writeKubeconfig(path, await adminKubeconfig(parts, address, clusterId)),
    clientCa: async (clusterId) => (await parts.authorities.of(clusterId)).certificatePem,
    issueClientCertificate: (clusterId, user) => clientCertificate(parts, clusterId, user),
    handle: (request) => sendInProcess(pipeline, request),
    close: async () => {
      parts.clusters.close()
      await Promise.all(listeners.map((listener) => listener.close()))
      await parts.customResources.close()
      await controllers?.stop()
      parts.security.close()
      if (!options.store) await parts.store.close()
    },
  }
}

function pipelineOf(settings: Settings, { clusters, security, store }: ServerParts): (exchange: Exchange) => void {
  const inFlight = new InFlight(settings.limits ?? DEFAULT_LIMITS)
  const metrics = new ServerMetrics(store, inFlight)
  const checks = {
    ping: () => undefined,
    log: () => undefined,
    store: () => (store.available ? undefined : 'writes are refused'),
  }
  const documents = { metrics, tokenKeys: [security.tokenKey], openApi: new OpenApiDocuments(), checks }
  return createPipeline({
    clusters,
    security,
    inFlight,
    pacer: new WatchPacer(settings.clock),
    answerOther: answerOtherPaths(documents),
    metrics,
    log: settings.log,
  })
}

async function listen(
  { host, port, socketPath, requestTimeoutMs }: Settings,
  { pki: { serving } }: ServerParts,
  pipeline: (exchange: Exchange) => void,
): Promise<Listener[]> {
  const { certificatePem: cert, keyPem: key } = serving
  const tls = await listenTls({ host, port, cert, key, requestTimeoutMs }, pipeline)
  if (socketPath === undefined) return [tls]
  return [tls, await listenPlain({ path: socketPath }, { trustedUser: ADMINISTRATOR, requestTimeoutMs }, pipeline)]
}

/** `url` is known when the server listens, which is when controllers start. */
function controllersOf({ clock, random, log, controllers }: Settings, parts: ServerParts, url: () => string) {
  const { store, clusters, overlays, pki, security, authorities } = parts
  return createControllers({
    store,
    clusters,
    overlays,
    clock,
    random,
    log,
    caPem: pki.ca.certificatePem,
    tokenKey: security.tokenKey,
    authorityOf: (clusterId) => authorities.of(clusterId),
    authorizerOf: (cluster) => security.authorizerOf(cluster),
    urlOf: (clusterId) => clusterUrl(url(), clusterId),
    disabled: typeof controllers === 'object' ? controllers.disable : [],
  })
}
