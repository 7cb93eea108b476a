import { TokenRequest } from '@skep/api'
import { formatTime } from '@skep/base'
import { compileSchema, isObject, type Json, type JsonObject, type KubeObject } from '@skep/schema'
import { compileFieldManager } from '../../apply/field-manager.ts'
import { issueServiceAccountToken } from '../../auth/authn/token-request.ts'
import { issuerOf } from '../../clusters/security.ts'
import { badRequest } from '../../registry/errors.ts'
import { managerOf } from '../../registry/target.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { readText } from '../read-object.ts'
import { sendJson } from '../respond.ts'
import { readWriteOptions } from '../write-options.ts'
import { writeRequest } from './create.ts'

const TYPE = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' }
const DEFAULT_SECONDS = 3600

/** POST of `serviceaccounts/NAME/token`: a token for the account, bound and for a limited time. */
export async function handleToken(request: ResourceRequest): Promise<void> {
  const { info, cluster, security, exchange, target } = request
  const wanted = decodeRequest((await readText(request)).value)
  noteOwner(request, wanted)
  const issued = issueServiceAccountToken(
    {
      objects: cluster.objects,
      clock: target.services.clock,
      key: security.tokenKey,
      issuer: issuerOf(cluster.id),
      apiAudiences: [issuerOf(cluster.id)],
    },
    info.namespace,
    info.name,
    wanted,
  )
  const { format } = negotiate(exchange.header('accept'), false)
  sendJson(request, 201, issued, { format, as: 'Object', metaVersion: 'v1' })
}

function decodeRequest(value: Json): TokenRequest & KubeObject {
  if (value !== null && !isObject(value)) throw badRequest('the body is not a TokenRequest')
  const request = value ?? {}
  const problem = compileSchema(TokenRequest.node).decode(request)
  if (problem !== undefined) {
    throw badRequest(`TokenRequest in version "v1" cannot be handled as a TokenRequest: ${problem}`)
  }
  // The schema has just been checked.
  const { spec = {}, metadata = {} } = request as unknown as Partial<TokenRequest>
  return { ...TYPE, metadata, spec: { expirationSeconds: DEFAULT_SECONDS, ...spec } } as TokenRequest & KubeObject
}

/** In place: even a request that nobody keeps says who owns its fields. */
function noteOwner(request: ResourceRequest, wanted: TokenRequest & KubeObject): void {
  const write = writeRequest(request, readWriteOptions(request.query, 'CreateOptions'))
  const managedFields = compileFieldManager(TokenRequest.node).update({
    live: undefined,
    next: wanted,
    manager: managerOf(write),
    apiVersion: TYPE.apiVersion,
    subresource: 'token',
    now: formatTime(request.target.services.clock.now()),
  })
  wanted.metadata.managedFields = structuredClone(managedFields)
  for (const { fieldsV1 } of wanted.metadata.managedFields) dropOwnEntry(fieldsV1)
}

/** In place: what a token is bound to is always there, if only as null, so that nobody owns its being there. */
function dropOwnEntry(fields: JsonObject | undefined): void {
  const spec = fields?.['f:spec']
  const bound = isObject(spec) ? spec['f:boundObjectRef'] : undefined
  if (isObject(bound)) delete bound['.']
}
