import { type Logger, StatusError } from '@skep/base'
import { admissionActivation, asJson, type Json, type JsonObject, type KubeObject } from '@skep/schema'
import type { AdmissionPlugin, AdmissionRequest, ServedResource } from '../../contracts.ts'
import { applyJsonPatch } from '../../patch/json-patch.ts'
import { completeObject } from '../../registry/decode.ts'
import { badRequest } from '../../registry/errors.ts'
import { convertTo } from '../../registry/versions.ts'
import type { AuthorizerOf } from '../authorizer.ts'
import type { ConfigIndex } from '../config-index.ts'
import { isExempt, matchRequest } from '../match.ts'
import { namespaceOf } from '../namespace-lifecycle.ts'
import { describeRequest, inVersion } from '../review-request.ts'
import { postReview } from './call.ts'
import type { Webhook } from './compile.ts'
import { endpointOf } from './endpoint.ts'
import { denial, newReview, type ReviewAnswer, readAnswer } from './review.ts'
import type { WebhookTable } from './webhook-table.ts'

export interface WebhookServices {
  webhooks: ConfigIndex<WebhookTable>
  authorizerOf: AuthorizerOf
  log: Logger
}

/** Asks the webhooks that may change an object, one after the other, each seeing what those before it made. */
export function mutatingWebhooks(services: WebhookServices): AdmissionPlugin {
  return {
    name: 'MutatingAdmissionWebhook',
    handles: (request) => webhooksFor(services, request).length > 0,
    mutate: async (request) => {
      const called: { webhook: Webhook; sawLast: string }[] = []
      for (const webhook of webhooksFor(services, request)) {
        if (await mutateWith(services, webhook, request))
          called.push({ webhook, sawLast: JSON.stringify(request.object) })
      }
      // One that wants to know is asked once more when others changed what it had seen.
      for (const { webhook, sawLast } of called) {
        if (webhook.reinvokes && sawLast !== JSON.stringify(request.object))
          await mutateWith(services, webhook, request)
      }
    },
  }
}

/** Asks all webhooks that may only refuse, at the same time; the first refusal in their order counts. */
export function validatingWebhooks(services: WebhookServices): AdmissionPlugin {
  return {
    name: 'ValidatingAdmissionWebhook',
    handles: (request) => webhooksFor(services, request).length > 0,
    validate: async (request) => {
      const calls = webhooksFor(services, request).map((webhook) => ask(services, webhook, request))
      const outcomes = await Promise.allSettled(calls)
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    },
  }
}

const webhooksFor = ({ webhooks }: WebhookServices, request: AdmissionRequest): readonly Webhook[] =>
  isExempt(request) ? [] : webhooks.of(request.cluster).of(request)

/** True when the webhook was asked. */
async function mutateWith(services: WebhookServices, webhook: Webhook, request: AdmissionRequest): Promise<boolean> {
  const asked = await ask(services, webhook, request)
  if (!asked) return false
  const { answer, matched } = asked
  if (answer?.patch === undefined || !request.object) return true
  const before = (await inVersion(request, matched, request.object)) as JsonObject
  const patched = applyJsonPatch(before, answer.patch) as JsonObject
  const converted =
    matched.version === request.resource.version
      ? patched
      : asJson(await convertTo(matched, request.resource.version, patched as unknown as KubeObject))
  replaceInPlace(request.object, completeObject(request.resource, converted))
  return true
}

/** Undefined when the webhook is not about this request; without an answer when it failed and that is ignored. */
async function ask(
  services: WebhookServices,
  webhook: Webhook,
  request: AdmissionRequest,
): Promise<{ matched: ServedResource; answer: ReviewAnswer | undefined } | undefined> {
  const matched = matchRequest(webhook.criteria, request)
  if (!matched) return undefined
  const objects = {
    object: await inVersion(request, matched, request.object),
    oldObject: await inVersion(request, matched, request.oldObject),
  }
  if (!(await conditionsHold(services, webhook, request, matched, objects))) return undefined
  if (request.dryRun && !webhook.safeInDryRun) {
    throw badRequest(`admission webhook "${webhook.name}" does not support dry run`)
  }
  return { matched, answer: await call(services, webhook, request, describeRequest(request, matched), objects) }
}

async function conditionsHold(
  { authorizerOf }: WebhookServices,
  webhook: Webhook,
  request: AdmissionRequest,
  matched: ServedResource,
  objects: { object: Json; oldObject: Json },
): Promise<boolean> {
  if (!webhook.conditions) return true
  const { cluster, namespace } = request
  const outcome = webhook.conditions(
    admissionActivation({
      ...objects,
      request: describeRequest(request, matched),
      namespaceObject: ((namespace && namespaceOf(cluster, namespace)) || null) as unknown as Json,
      authorizer: authorizerOf(request),
    }),
  )
  if (!('error' in outcome)) return outcome.matches
  if (webhook.ignoresFailure) return false
  throw new StatusError('Forbidden', `webhook "${webhook.name}" match conditions failed: ${outcome.error}`)
}

async function call(
  { log }: WebhookServices,
  webhook: Webhook,
  request: AdmissionRequest,
  described: JsonObject,
  objects: { object: Json; oldObject: Json },
): Promise<ReviewAnswer | undefined> {
  const answer = await tryCall(webhook, request, described, objects).catch((error: Error) => error)
  if (answer instanceof Error) {
    log.info('Calling webhook failed', {
      webhook: webhook.name,
      reason: answer.message,
      ignored: webhook.ignoresFailure,
    })
    if (webhook.ignoresFailure) return undefined
    const message = `failed calling webhook "${webhook.name}": ${answer.message}`
    throw new StatusError('InternalError', `Internal error occurred: ${message}`, {
      details: { causes: [{ message }] },
    })
  }
  for (const warning of answer.warnings) request.context.warn(warning)
  if (!answer.allowed) throw denial(webhook.name, answer.status)
  return answer
}

async function tryCall(
  webhook: Webhook,
  { cluster }: AdmissionRequest,
  described: JsonObject,
  objects: { object: Json; oldObject: Json },
): Promise<ReviewAnswer> {
  const { id, review } = newReview(described, objects)
  return readAnswer(await postReview(endpointOf(cluster, webhook.clientConfig), review, webhook.timeoutSeconds), id)
}

/** Later plug-ins and the registry hold on to the object itself. */
function replaceInPlace(target: KubeObject, source: KubeObject): void {
  const [to, from] = [asJson(target), asJson(source)]
  for (const key of Object.keys(to)) delete to[key]
  Object.assign(to, from)
}
