import { type Review, reviewOf } from '../../auth/review-table.ts'
import type { ServedResource } from '../../contracts.ts'
import { trackWrite } from '../../registry/field-management.ts'
import type { Handler, ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { readObject } from '../read-object.ts'
import { sendJson } from '../respond.ts'
import { readWriteOptions } from '../write-options.ts'
import { writeRequest } from './create.ts'

/** POST of a review answers a question and stores nothing; undefined for resources that are no reviews. */
export function reviewHandler(resource: ServedResource): Handler | undefined {
  const review = reviewOf(resource)
  return review && ((request) => handleReview(request, review))
}

async function handleReview(request: ResourceRequest, review: Review): Promise<void> {
  const { cluster, security, user, info, target, exchange } = request
  const { format } = negotiate(exchange.header('accept'), false)
  const options = readWriteOptions(request.query, 'CreateOptions')
  const object = await readObject(request, options)
  trackWrite(target, writeRequest(request, options), undefined, object)
  const answer = review(
    {
      authenticator: security.authenticatorOf(cluster),
      authorize: security.authorizerOf(cluster),
      rbac: security.rbacOf(cluster.id),
      clock: target.services.clock,
      caller: user,
      namespace: info.namespace,
    },
    object,
  )
  sendJson(request, 201, answer, { format, as: 'Object', metaVersion: 'v1' })
}
