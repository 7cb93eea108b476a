import { join } from 'node:path'
import { builtInKinds } from '@skep/api'
import { type Clock, cryptoRandom, formatTime, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import { apiVersionOf, type KindDefinition } from '@skep/schema'
import { openLmdbStore, openMemoryStore, type Store } from '@skep/store'
import { dynamicPlugins } from './admission/dynamic.ts'
import { builtInPlugins } from './admission/plugins.ts'
import { rbacEscalationPlugin } from './auth/authz/escalation.ts'
import { renderKubeconfig, writeKubeconfig } from './auth/kubeconfig.ts'
import { issueClientCertificate } from './auth/pki/authority.ts'
import { loadOrCreatePki } from './auth/pki/pki.ts'
import { bootstrapOverlays } from './clusters/bootstrap-objects.ts'
import { ClientAuthorities } from './clusters/client-authorities.ts'
import { Clusters } from './clusters/clusters.ts'
import { Security } from './clusters/security.ts'
import { ResourceMap } from './clusters/served-kinds.ts'
import { readCreationTime } from './clusters/server-record.ts'
import { serveKinds } from './clusters/stored-forms.ts'
import type { AdmissionPlugin, ServedResource, UserInfo } from './contracts.ts'
import { startControllers } from './controllers/index.ts'
import { converterOf } from './crd/conversion/converter-of.ts'
import { CustomResources } from './crd/custom-resources.ts'
import { noCreateWhileTerminating } from './crd/no-create-while-terminating.ts'
import { DEFAULT_LIMITS, InFlight, type InFlightLimits } from './http/in-flight.ts'
import { type InProcessRequest, type InProcessResponse, sendInProcess } from './http/in-process.ts'
import { listenTls } from './http/listener.ts'
import { answerOtherPaths } from './http/other-paths.ts'
import { createPipeline } from './http/pipeline.ts'
import { ROOT_CLUSTER } from './http/request-info.ts'
import { WatchPacer } from './http/watch-pacer.ts'
import { ServerMetrics } from './metrics/server-metrics.ts'
import { OpenApiDocuments } from './openapi/documents.ts'
import { createAdmissionChain } from './registry/admission.ts'

export interface ApiServerOptions {
  /** Folder for objects, keys and certificates. Without one, nothing is kept and nothing is left behind. */
  dataDir?: string
  /** Where objects are kept, instead of in `dataDir`. The caller closes it. */
  store?: Store
  /** Where time comes from; real time unless given. */
  clock?: Clock
  /** Where uids and generated names come from; unpredictable unless given. */
  random?: Random
  /** Address to listen on; `127.0.0.1` unless given. */
  host?: string
  /** Port to listen on; any free one unless given. */
  port?: number
  /** Where the log goes; nowhere unless given. */
  log?: Logger
  /** Bearer tokens that are good for the root cluster, and whose they are. */
  tokens?: Readonly<Record<string, UserInfo>>
  /** Kinds to serve besides the built-in ones, without a CRD. */
  kinds?: readonly KindDefinition[]
  /** Admission plug-ins besides the built-in ones. */
  plugins?: readonly AdmissionPlugin[]
  /** How many requests may be under way at once. */
  limits?: InFlightLimits
  /** Whether the controllers that belong to the server run: namespaces, garbage collection, accounts, ...; true unless given. */
  controllers?: boolean
  /** More host names and addresses that the serving certificate is good for. */
  hostNames?: readonly string[]
}

/** A running API server. */
export interface ApiServer {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  readonly port: number
  /** Certificate authority of the server, in PEM. */
  readonly ca: string
  readonly clusters: Clusters
  readonly security: Security
  readonly store: Store
  /** A kubeconfig for an administrator of a logical cluster, the root one unless given. */
  kubeconfig(clusterId?: string): Promise<string>
  /** Writes that kubeconfig to a file that only its owner can read. */
  writeKubeconfig(path: string, clusterId?: string): Promise<void>
  /** Answers a request without a socket; by an administrator unless `user` says who. */
  handle(request: InProcessRequest): Promise<InProcessResponse>
  /** Stops listening, ends what is under way, and releases everything. */
  close(): Promise<void>
}

/** Starts an API server: `const server = await startApiServer()` in a test, with a `dataDir` for keeps. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const { clock = realClock, random = cryptoRandom, host = '127.0.0.1', log = silentLogger, dataDir } = options
  const store = options.store ?? (await openStore(dataDir, clock))
  const pki = await loadOrCreatePki(dataDir === undefined ? undefined : join(dataDir, 'pki'), {
    extraNames: [...(isWildcard(host) ? [] : [host]), ...(options.hostNames ?? [])],
  })
  const authorities = new ClientAuthorities(store, pki.ca, realClock.now)
  const tokens = new Map(Object.entries(options.tokens ?? {}))
  const security = new Security({ store, pki, clock, certificateClock: realClock, authorities, tokens })
  const customResources = new CustomResources({ store, clock, log, converterOf: converterOf(random) })
  const builtIn = new ResourceMap(serveKinds([...builtInKinds, ...(options.kinds ?? [])]))
  const plugins = [
    noCreateWhileTerminating((clusterId, at) => customResources.isTerminating(clusterId, at)),
    ...builtInPlugins(store, random, [
      ...dynamicPlugins({ store, log, authorize: (cluster) => security.authorizerOf(cluster) }),
      ...(options.plugins ?? []),
    ]),
    rbacEscalationPlugin((clusterId) => security.rbacOf(clusterId)),
  ]
  const createdAt = await readCreationTime(store, clock)
  const overlays = bootstrapOverlays(kindFinder(builtIn), createdAt, pki.ca.certificatePem)
  const clusters = new Clusters(
    {
      store,
      builtIn,
      overlays,
      services: { clock, random, admission: createAdmissionChain(plugins) },
      onOpen: (cluster) => customResources.attach(cluster),
    },
    () => formatTime(clock.now()),
  )
  const inFlight = new InFlight(options.limits ?? DEFAULT_LIMITS)
  const metrics = new ServerMetrics(store, inFlight)
  const documents = {
    metrics,
    tokenKeys: [security.tokenKey],
    openApi: new OpenApiDocuments(),
    checks: {
      ping: () => undefined,
      log: () => undefined,
      store: () => (store.available ? undefined : 'writes are refused'),
    },
  }
  const pipeline = createPipeline({
    clusters,
    security,
    inFlight,
    pacer: new WatchPacer(clock),
    answerOther: answerOtherPaths(documents),
    metrics,
    log,
  })
  const listener = await listenTls(
    { host, port: options.port ?? 0, cert: pki.serving.certificatePem, key: pki.serving.keyPem },
    pipeline,
  )
  const controllers =
    options.controllers === false
      ? undefined
      : startControllers({
          store,
          clusters,
          overlays,
          clock,
          random,
          log,
          caPem: pki.ca.certificatePem,
          tokenKey: security.tokenKey,
          authorityOf: (clusterId) => authorities.of(clusterId),
        })
  const url = `https://${isWildcard(host) ? '127.0.0.1' : host}:${listener.port}`

  const kubeconfigFor = async (clusterId = ROOT_CLUSTER) => ({
    name: clusterId === ROOT_CLUSTER ? 'skep' : clusterId,
    server: clusterId === ROOT_CLUSTER ? url : `${url}/clusters/${clusterId}`,
    caPem: pki.ca.certificatePem,
    credentials: {
      clientCertificate: issueClientCertificate({
        ca: await authorities.of(clusterId),
        user: 'kubernetes-admin',
        groups: ['system:masters'],
        now: realClock.now(),
      }),
    },
  })

  return {
    url,
    port: listener.port,
    ca: pki.ca.certificatePem,
    clusters,
    security,
    store,
    kubeconfig: async (clusterId) => renderKubeconfig(await kubeconfigFor(clusterId)),
    writeKubeconfig: async (path, clusterId) => writeKubeconfig(path, await kubeconfigFor(clusterId)),
    handle: (request) => sendInProcess(pipeline, request),
    close: async () => {
      await listener.close()
      await customResources.close()
      await controllers?.stop()
      clusters.close()
      security.close()
      if (!options.store) await store.close()
    },
  }
}

async function openStore(dataDir: string | undefined, clock: Clock): Promise<Store> {
  return dataDir === undefined ? openMemoryStore({ clock }) : openLmdbStore({ path: join(dataDir, 'store'), clock })
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

function kindFinder(builtIn: ResourceMap): (apiVersion: string, kind: string) => ServedResource | undefined {
  const byKind = new Map(
    [...builtIn.values()].map((resource) => [`${apiVersionOf(resource)}/${resource.kind}`, resource]),
  )
  return (apiVersion, kind) => byKind.get(`${apiVersion}/${kind}`)
}
