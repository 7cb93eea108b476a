import { join } from 'node:path'
import { builtInKinds } from '@skep/api'
import { cryptoRandom, formatTime, realClock, silentLogger } from '@skep/base'
import { openMemoryStore, openStore, type Store } from '@skep/store'
import { dynamicPlugins } from '../admission/dynamic.ts'
import { builtInPlugins } from '../admission/plugins.ts'
import { rbacEscalationPlugin } from '../auth/authz/escalation.ts'
import { loadOrCreatePki, type Pki } from '../auth/pki/pki.ts'
import { apiEndpoints, type ServerAddress } from '../clusters/bootstrap/api-endpoints.ts'
import { addToOverlays, bootstrapOverlays } from '../clusters/bootstrap-objects.ts'
import { ClientAuthorities } from '../clusters/client-authorities.ts'
import { ClusterTemplates } from '../clusters/cluster-templates.ts'
import { Clusters } from '../clusters/clusters.ts'
import { Security } from '../clusters/security.ts'
import { ResourceMap } from '../clusters/served-kinds.ts'
import { readServerRecord } from '../clusters/server-record.ts'
import { serveKinds } from '../clusters/stored-forms.ts'
import type { AdmissionPlugin } from '../contracts.ts'
import { converterOf } from '../crd/conversion/converter-of.ts'
import { CustomResources } from '../crd/custom-resources.ts'
import { noCreateWhileTerminating } from '../crd/no-create-while-terminating.ts'
import { DEFAULT_REQUEST_TIMEOUT_MS } from '../http/limits.ts'
import { createAdmissionChain } from '../registry/admission.ts'
import type { Overlay } from '../registry/overlaid-bucket.ts'
import type { ApiServerOptions } from './options.ts'

/** Options with everything that has a default filled in. */
export type Settings = ReturnType<typeof settle>

export const settle = (options: ApiServerOptions) => ({
  ...options,
  clock: options.clock ?? realClock,
  random: options.random ?? cryptoRandom,
  log: options.log ?? silentLogger,
  host: options.host ?? '127.0.0.1',
  port: options.port ?? 0,
  name: options.name ?? 'skep',
  requestTimeoutMs: options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS,
})

/** The parts of a server, put together but not listening yet. */
export interface ServerParts {
  readonly store: Store
  readonly pki: Pki
  readonly authorities: ClientAuthorities
  readonly security: Security
  readonly customResources: CustomResources
  readonly overlays: ReadonlyMap<string, Overlay>
  readonly clusters: Clusters
  /** Tells every cluster where the server listens. */
  announce(at: ServerAddress): void
}

/** Puts the parts of a server together. */
export async function assemble(settings: Settings): Promise<ServerParts> {
  const { clock, random, log, dataDir } = settings
  const store = settings.store ?? (await storeOf(settings))
  const pki = await loadOrCreatePki(dataDir === undefined ? undefined : join(dataDir, 'pki'), {
    extraNames: [...(isWildcard(settings.host) ? [] : [settings.host]), ...(settings.hostNames ?? [])],
  })
  // Certificates live in real time, whatever the server's own clock says.
  const authorities = new ClientAuthorities(store, pki.ca, realClock.now)
  const tokens = new Map(Object.entries(settings.tokens ?? {}))
  const customResources = new CustomResources({ store, clock, log, converterOf: converterOf(random) })
  const builtIn = new ResourceMap(serveKinds([...builtInKinds, ...(settings.kinds ?? [])]))
  const record = await readServerRecord(store, clock, random)
  const overlays = bootstrapOverlays(builtIn.values(), record, pki.ca.certificatePem)
  const templates = new ClusterTemplates(store, overlays)
  const security = new Security({ store, pki, clock, certificateClock: realClock, authorities, tokens, templates })
  const admission = createAdmissionChain(pluginsFor(settings, store, security, customResources))
  const clusters = new Clusters(
    {
      store,
      builtIn,
      templates,
      services: { clock, random, admission },
      onOpen: (cluster) => customResources.attach(cluster),
      onDelete: (clusterId) => authorities.forget(clusterId),
    },
    () => formatTime(clock.now()),
  )
  const announce = (at: ServerAddress) => addToOverlays(overlays, builtIn.values(), apiEndpoints(at), record)
  return { store, pki, authorities, security, customResources, overlays, clusters, announce }
}

function pluginsFor(
  { random, log, plugins = [] }: Settings,
  store: Store,
  security: Security,
  customResources: CustomResources,
): AdmissionPlugin[] {
  const dynamic = dynamicPlugins({ store, log, authorize: (cluster) => security.authorizerOf(cluster) })
  return [
    noCreateWhileTerminating((clusterId, at) => customResources.isTerminating(clusterId, at)),
    ...builtInPlugins(store, random, [...dynamic, ...plugins]),
    rbacEscalationPlugin((clusterId) => security.rbacOf(clusterId)),
  ]
}

async function storeOf({ dataDir, clock }: Settings): Promise<Store> {
  return dataDir === undefined ? openMemoryStore({ clock }) : openStore({ path: join(dataDir, 'store'), clock })
}

/** Whether an address means all addresses of the machine. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'
