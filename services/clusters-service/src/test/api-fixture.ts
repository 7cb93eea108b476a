import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { openDatabase } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import { type Authenticator, createService } from '@skep/service'
import { createCatalogLists } from '../api/catalog-lists.ts'
import type { ApiParts } from '../api/parts.ts'
import { routeGroups } from '../api/routes.ts'
import { type CatalogOptions, createCatalog } from '../catalog/catalog.ts'
import type { CatalogVersion, Driver } from '../driver-seam.ts'
import { childRecords } from '../records/children.ts'
import { clusterRecords } from '../records/clusters.ts'
import { shardRecords } from '../records/shards.ts'
import { migrations } from '../records/tables.ts'

/** What a server answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** The API over a database in memory, with a driver that only says what it is told to. */
export interface ApiFixture {
  readonly parts: ApiParts
  /** The time of the parts. */
  readonly clock: VirtualClock
  readonly driver: FakeDriver
  readonly url: string
  get(path: string): Promise<Answer>
  post(path: string, body?: object | string): Promise<Answer>
  patch(path: string, body: object): Promise<Answer>
  remove(path: string): Promise<Answer>
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
  close(): Promise<void>
}

/** A driver whose answers tests set. */
export interface FakeDriver extends Driver {
  answers: { kubeconfig?: string; installLog?: string; failure?: Error; deleted: string[] }
}

export const MGMT = '/api/clusters_mgmt/v1'
export const ARO = '/api/aro_hcp/v1alpha1'

/** A kubeconfig of a server that nobody runs. */
export const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: hive
clusters: [{ name: hive, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: hive, user: { token: sesame } }]
contexts: [{ name: hive, context: { cluster: hive, user: hive } }]
`

/** A shard for classic clusters on AWS, as it is stored. */
export const awsShard = (region = 'us-east-1'): JsonObject => ({
  status: 'active',
  region: { id: region },
  cloud_provider: { id: 'aws' },
  hive_config: { kubeconfig: KUBECONFIG, server: 'https://127.0.0.1:1' },
  aws_account_operator_config: { kubeconfig: KUBECONFIG, server: 'https://127.0.0.1:1' },
})

/** A shard for clusters on Azure, as it is sent. */
export const azureShard = (name = 'mgmt-1'): JsonObject => ({
  region: { id: 'westus3' },
  cloud_provider: { id: 'azure' },
  topology: 'shared',
  status: 'active',
  azure_shard: {
    public_dns_zone_resource_id: '/subscriptions/1/dnszones/x',
    cx_secrets_key_vault_url: `https://cx-${name}.vault.azure.net/`,
    cx_managed_identities_key_vault_url: `https://mi-${name}.vault.azure.net/`,
    cx_secrets_key_vault_managed_identity_client_id: '1b2c',
    aks_management_cluster_resource_id: `/subscriptions/1/managedClusters/${name}`,
  },
  maestro_config: {
    consumer_name: name,
    rest_api_config: { url: 'http://maestro:8000' },
    grpc_api_config: { url: 'maestro-grpc:8090' },
  },
})

/** Chooses a shard whatever there is. */
export const onShard = (shardId: string) => async () => ({ shardId, namespace: 'ns' })

/** An order for a cluster on AWS. */
export const awsOrder = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  cloud_provider: { id: 'aws' },
  region: { id: 'us-east-1' },
  product: { id: 'osd' },
  managed: true,
  version: { id: 'openshift-v4.17.0' },
  ...more,
})

/** An order for a cluster on Azure. */
export const azureOrder = (name: string, azure: JsonObject = {}): JsonObject => ({
  name,
  region: { id: 'westus3' },
  azure: {
    subscription_id: 'S',
    resource_group_name: 'R',
    resource_name: name,
    tenant_id: 'T',
    managed_resource_group_name: 'M',
    subnet_resource_id: '/subnets/1',
    network_security_group_resource_id: '/nsgs/1',
    ...azure,
  },
})

/** Takes the header Authorization for the organisation of the caller, without asking further. */
export const trustingAuth: Authenticator = {
  authenticate: async ({ authorization = '' }) => ({ subject: 'somebody', claims: { org_id: authorization } }),
}

export async function startApi(
  options: Partial<ApiParts> & { databaseUrl?: string; auth?: Authenticator; catalog?: Partial<CatalogOptions> } = {},
): Promise<ApiFixture> {
  const clock = new VirtualClock({ start: Date.parse('2026-01-02T03:04:05Z') })
  const { databaseUrl = 'sqlite::memory:', auth, catalog, ...given } = options
  const database = await openDatabase({ url: databaseUrl, migrations, clock })
  const driver = fakeDriver(catalog)
  const catalogLists = await createCatalogLists(clock)
  const parts: ApiParts = {
    database,
    clusters: clusterRecords(database),
    children: childRecords(database),
    shards: shardRecords(database),
    driver,
    catalogLists,
    environment: 'test',
    shardClusterLimit: 100,
    clock,
    random: createRandom(1),
    log: silentLogger,
    ...given,
  }
  const service = await createService({ name: 'clusters-service', groups: routeGroups(parts), auth })
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, { method, ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  const withBody = (method: string) => (path: string, body?: object | string) =>
    send(method, path, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    parts,
    clock,
    driver,
    url: service.url,
    get: (path) => send('GET', path),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    remove: (path) => send('DELETE', path),
    send,
    close: async () => {
      await service.close()
      await catalogLists.close()
      await database.close()
    },
  }
}

function fakeDriver(catalog: Partial<CatalogOptions> = {}): FakeDriver {
  const answers: FakeDriver['answers'] = { deleted: [] }
  const fail = () => {
    if (answers.failure) throw answers.failure
  }
  return {
    answers,
    catalog: createCatalog({ versions: () => VERSIONS, ...catalog }),
    credentials: async () => {
      fail()
      return answers.kubeconfig === undefined ? undefined : { kubeconfig: answers.kubeconfig }
    },
    installLog: async () => (answers.installLog === undefined ? undefined : { content: answers.installLog }),
    uninstallLog: async () => undefined,
    liveResources: async () => new Map([['clusterdeployments.hive.openshift.io/demo', { kind: 'ClusterDeployment' }]]),
    deleteClusterDeployment: async ({ id }) => {
      answers.deleted.push(id)
    },
    health: () => [],
    close: async () => {},
  }
}

const version = (raw: string, more: Partial<CatalogVersion> = {}): CatalogVersion => ({
  id: `openshift-v${raw}`,
  raw_id: raw,
  enabled: true,
  default: false,
  channel_group: 'stable',
  available_channels: [],
  rosa_enabled: true,
  hosted_control_plane_enabled: true,
  hosted_control_plane_default: false,
  available_upgrades: [],
  release_image: `release:${raw}`,
  gcp_marketplace_enabled: false,
  wif_enabled: false,
  ...more,
})

const VERSIONS = [
  version('4.17.0', { available_upgrades: ['4.18.0', '4.18.1'] }),
  version('4.17.5', { enabled: false }),
  version('4.18.0', { default: true }),
  version('4.18.0-ec.0', { id: 'openshift-v4.18.0-ec.0-candidate', channel_group: 'candidate' }),
]
