import { gunzipSync } from 'node:zlib'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { ServedResource } from '../contracts.ts'
import { groupsOf } from '../discovery/groups.ts'
import type { ApiRequest } from '../http/api-request.ts'
import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import { parseAccept } from '../http/negotiate.ts'
import { headersFor } from '../http/respond.ts'
import type { DocumentForm, OpenApiDocuments } from './documents.ts'
import { rootOf } from './operations.ts'

const V2 = '/openapi/v2'
const V3 = '/openapi/v3'
const JSON_TYPE = 'application/json'
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

/** Media types of documents, with the forms they name; of equally wanted ones, the first. */
const V2_FORMS: Readonly<Record<string, DocumentForm>> = {
  [JSON_TYPE]: 'v2',
  [V2_PROTOBUF]: 'v2-protobuf',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf': 'v2-protobuf',
}
const V3_FORMS: Readonly<Record<string, DocumentForm>> = { [JSON_TYPE]: 'v3' }

/** Answers `/openapi/v2`, `/openapi/v3` and what is below that; false for other paths. */
export async function answerOpenApi(documents: OpenApiDocuments, request: ApiRequest): Promise<boolean> {
  const { path } = request.info
  if (request.exchange.method !== 'GET') return false
  if (path === V2) await sendV2(documents, request)
  else if (path === V3) sendIndex(documents, request)
  else if (path.startsWith(`${V3}/`)) await sendV3(documents, request, path.slice(V3.length))
  else return false
  return true
}

/** The resources of a cluster by the path of their group version, such as `/apis/apps/v1`. */
function groupVersions(cluster: LogicalCluster): Map<string, readonly ServedResource[]> {
  const found = new Map<string, readonly ServedResource[]>()
  for (const { name: group, versions } of groupsOf(cluster.resources())) {
    for (const { version, resources } of versions) found.set(rootOf({ group, version }), resources)
  }
  return found
}

function sendIndex(documents: OpenApiDocuments, { cluster, exchange }: ApiRequest): void {
  const paths = [...groupVersions(cluster)].map(([path, resources]) => [
    path.slice(1),
    { serverRelativeURL: urlOf(path, documents.hashOf(resources)) },
  ])
  const body = Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) }))
  // kube-apiserver does not say that this is JSON, and clients do not ask.
  exchange.respond(200, headersFor('text/plain; charset=utf-8', []), body)
}

const urlOf = (path: string, hash: string): string => `${V3}${path}?hash=${hash}`

async function sendV3(
  documents: OpenApiDocuments,
  { cluster, exchange, query }: ApiRequest,
  path: string,
): Promise<void> {
  const resources = groupVersions(cluster).get(path)
  if (!resources) return exchange.respond(404, {})
  const hash = documents.hashOf(resources)
  const asked = query.text('hash')
  // Clients keep what they get under the hash for good, so that they must not get another document under it.
  if (asked && asked !== hash) return exchange.respond(301, { location: urlOf(path, hash) })
  await sendDocument(documents, exchange, V3_FORMS, resources, asked ? FOREVER : {})
}

const FOREVER: ResponseHeaders = { 'cache-control': 'public, immutable, max-age=31536000' }

const sendV2 = (documents: OpenApiDocuments, { cluster, exchange }: ApiRequest): Promise<void> =>
  sendDocument(documents, exchange, V2_FORMS, [...cluster.resources()], {})

async function sendDocument(
  documents: OpenApiDocuments,
  exchange: Exchange,
  forms: Readonly<Record<string, DocumentForm>>,
  resources: readonly ServedResource[],
  extraHeaders: ResponseHeaders,
): Promise<void> {
  const type = chooseType(exchange.header('accept'), Object.keys(forms))
  if (type === undefined) return exchange.respond(406, { vary: 'Accept' })
  const etag = `"${documents.hashOf(resources)}"`
  const headers = { ...headersFor(type, []), etag, vary: 'Accept', ...extraHeaders }
  if (exchange.header('if-none-match') === etag) return exchange.respond(304, headers)
  const body = await documents.compressed(forms[type]!, resources)
  const takesGzip = exchange.header('accept-encoding')?.includes('gzip') === true
  if (takesGzip) exchange.respond(200, { ...headers, 'content-encoding': 'gzip' }, body)
  else exchange.respond(200, headers, gunzipSync(body))
}

function chooseType(accept: string | undefined, offered: readonly string[]): string | undefined {
  for (const { type } of parseAccept(accept || '*/*')) {
    const found = offered.find((each) => type === each || type === '*/*' || type === 'application/*')
    if (found !== undefined) return found
  }
  return undefined
}
