import { TokenRequest } from '@skep/api'
import { compileSchema, isObject } from '@skep/schema'
import { issueServiceAccountToken } from '../../auth/authn/token-request.ts'
import { badRequest } from '../../registry/errors.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { readText } from '../read-object.ts'
import { sendJson } from '../respond.ts'

/** POST of `serviceaccounts/NAME/token`: a token for the account, bound and for a limited time. */
export async function handleToken(request: ResourceRequest): Promise<void> {
  const { info, cluster, security, exchange, target } = request
  const { value } = await readText(request)
  const wanted = value ?? {}
  if (!isObject(wanted)) throw badRequest('the body is not a TokenRequest')
  const problem = compileSchema(TokenRequest.node).decode(wanted)
  if (problem !== undefined) {
    throw badRequest(`TokenRequest in version "v1" cannot be handled as a TokenRequest: ${problem}`)
  }
  const issued = issueServiceAccountToken(
    {
      objects: cluster.objects,
      clock: target.services.clock,
      key: security.tokenKey,
      issuer: security.issuer,
      apiAudiences: [security.issuer],
    },
    info.namespace,
    info.name,
    // The schema has just been checked.
    wanted as unknown as TokenRequest,
  )
  const { format } = negotiate(exchange.header('accept'), false)
  sendJson(request, 201, issued, { format, as: 'Object', metaVersion: 'v1' })
}
