import type { JsonObject } from '@skep/schema'
import type { Route, ServiceRequest } from '@skep/service'
import type { ClusterLog } from '../driver-seam.ts'
import { notFound } from '../model/problem.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, writableClusterOf } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { renderExternalConfiguration, renderStatus } from './render-cluster.ts'
import { queryNumber } from './respond.ts'
import { askShard } from './shard-access.ts'

/** What can be seen of a cluster beside its attributes: status, credentials, logs, objects on the shard. */
export function inspectionRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const read = (
    path: string,
    answer: (record: ClusterRecord, request: ServiceRequest) => Promise<JsonObject>,
  ): Route => ({
    method: 'GET',
    path: `/clusters/{cluster_id}${path}`,
    handler: async (request) => ({ body: await answer(await clusterOf(parts, request), request) }),
  })
  return [
    read('/status', async (record) => renderStatus(base, record)),
    read('/external_configuration', async (record) => renderExternalConfiguration(base, record)),
    read('/credentials', (record, request) => readCredentials(parts, base, record, request)),
    read('/resources', (record, request) => readResources(parts, base, record, request)),
    read('/resources/live', (record, request) => readResources(parts, base, record, request)),
    read('/vpc', async (record) => renderVpc(record)),
    read('/logs', async (record) => renderLogs(base, record)),
    read('/logs/install', (record, request) => readLog(parts, base, record, request, 'install')),
    read('/logs/uninstall', (record, request) => readLog(parts, base, record, request, 'uninstall')),
    {
      method: 'DELETE',
      path: '/clusters/{cluster_id}/clusterdeployment',
      handler: async (request) => {
        const record = await writableClusterOf(parts, base, request)
        await askShard(record, () => parts.driver.deleteClusterDeployment(record, request.signal))
        return { status: 204 }
      },
    },
  ]
}

async function readCredentials(parts: ApiParts, base: ApiBase, record: ClusterRecord, request: ServiceRequest) {
  const credentials = await askShard(record, () => parts.driver.credentials(record, request.signal))
  if (!credentials) throw notFound('Credentials of cluster', record.id)
  return render('ClusterCredentials', base, `/clusters/${record.id}/credentials`, record.id, credentials)
}

async function readResources(parts: ApiParts, base: ApiBase, record: ClusterRecord, request: ServiceRequest) {
  const live = await askShard(record, () => parts.driver.liveResources(record, request.signal))
  const resources = Object.fromEntries([...live].map(([key, object]) => [key, JSON.stringify(object)]))
  return render('ClusterResources', base, `/clusters/${record.id}/resources`, record.id, {
    cluster_id: record.id,
    cluster_name: record.cluster.name,
    creation_timestamp: record.cluster.creation_timestamp,
    resources,
  })
}

function renderVpc({ cluster }: ClusterRecord): JsonObject {
  return {
    kind: 'CloudVPC',
    ...(cluster.gcp_network?.vpc_name === undefined ? {} : { name: cluster.gcp_network.vpc_name }),
    cidr_block: cluster.network?.machine_cidr,
    subnets: cluster.aws?.subnet_ids ?? [],
  }
}

function renderLogs(base: ApiBase, { id }: ClusterRecord): JsonObject {
  const items = ['install', 'uninstall'].map((name) => render('Log', base, `/clusters/${id}/logs/${name}`, name, {}))
  return { kind: 'LogList', page: 1, size: items.length, total: items.length, items }
}

async function readLog(
  parts: ApiParts,
  base: ApiBase,
  record: ClusterRecord,
  request: ServiceRequest,
  name: 'install' | 'uninstall',
): Promise<JsonObject> {
  const offset = queryNumber(request, 'offset')
  const tail = queryNumber(request, 'tail')
  const { driver } = parts
  const log = await askShard<ClusterLog | undefined>(record, () =>
    name === 'install' ? driver.installLog(record, request.signal) : driver.uninstallLog(record, request.signal),
  )
  if (!log) throw notFound(`${name === 'install' ? 'Install' : 'Uninstall'} log of cluster`, record.id)
  const content = selectLines(log.content, offset, tail)
  return render('Log', base, `/clusters/${record.id}/logs/${name}`, name, { content })
}

/** The lines from `offset` on, and of those the last `tail`. */
export function selectLines(text: string, offset = 0, tail?: number): string {
  if (offset === 0 && tail === undefined) return text
  const ended = text.endsWith('\n')
  const lines = (ended ? text.slice(0, -1) : text).split('\n').slice(offset)
  const kept = tail === undefined ? lines : lines.slice(Math.max(0, lines.length - tail))
  return kept.length === 0 ? '' : `${kept.join('\n')}${ended ? '\n' : ''}`
}
