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
/** The older name of the same, which is no media type that anybody could be answered with. */
const V2_PROTOBUF_ODD = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

/** A form of a document by the media types that ask for it; of equally wanted ones, the first. */
type Offers = Readonly<Record<string, { form: DocumentForm; contentType: string }>>

const V2_OFFERS: Offers = {
  [JSON_TYPE]: { form: 'v2', contentType: JSON_TYPE },
  [V2_PROTOBUF]: { form: 'v2-protobuf', contentType: V2_PROTOBUF },
  [V2_PROTOBUF_ODD]: { form: 'v2-protobuf', contentType: V2_PROTOBUF },
}
const V3_OFFERS: Offers = { [JSON_TYPE]: { form: 'v3', contentType: JSON_TYPE } }

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
  const etag = `"${documents.hashOf([...cluster.resources()])}"`
  // kube-apiserver does not say that this is JSON, and clients do not ask.
  const headers = { ...headersFor('text/plain; charset=utf-8', []), etag }
  if (exchange.header('if-none-match') === etag) {
    exchange.respond(304, headers)
    return
  }
  const paths = [...groupVersions(cluster)].map(([path, resources]) => [
    path.slice(1),
    { serverRelativeURL: urlOf(path, documents.hashOf(resources)) },
  ])
  const body = Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) }))
  exchange.respond(200, headers, body)
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
  await sendDocument(documents, exchange, V3_OFFERS, resources, asked ? FOREVER : {})
}

const FOREVER: ResponseHeaders = { 'cache-control': 'public, immutable, max-age=31536000' }

const sendV2 = (documents: OpenApiDocuments, { cluster, exchange }: ApiRequest): Promise<void> =>
  sendDocument(documents, exchange, V2_OFFERS, [...cluster.resources()], {})

async function sendDocument(
  documents: OpenApiDocuments,
  exchange: Exchange,
  offers: Offers,
  resources: readonly ServedResource[],
  extraHeaders: ResponseHeaders,
): Promise<void> {
  const offer = chooseOffer(exchange.header('accept'), offers)
  if (offer === undefined) return exchange.respond(406, { vary: 'Accept' })
  const etag = `"${documents.hashOf(resources)}"`
  const headers = { ...headersFor(offer.contentType, []), etag, vary: 'Accept', ...extraHeaders }
  if (exchange.header('if-none-match') === etag) return exchange.respond(304, headers)
  const body = await documents.compressed(offer.form, resources)
  const takesGzip = exchange.header('accept-encoding')?.includes('gzip') === true
  if (takesGzip) exchange.respond(200, { ...headers, 'content-encoding': 'gzip' }, body)
  else exchange.respond(200, headers, gunzipSync(body))
}

function chooseOffer(accept: string | undefined, offers: Offers): Offers[string] | undefined {
  for (const { type } of parseAccept(accept || '*/*')) {
    const found = Object.keys(offers).find((each) => type === each || type === '*/*' || type === 'application/*')
    if (found !== undefined) return offers[found]
  }
  return undefined
}
