import { type Reason, type StatusDetails, StatusError, uid } from '@skep/base'
import { isObject, type Json, type JsonObject } from '@skep/schema'

/** What a webhook answered. */
export interface ReviewAnswer {
  allowed: boolean
  warnings: string[]
  /** A JSON patch; undefined when the object stays as it is. */
  patch: Json | undefined
  status: JsonObject
}

export function newReview(
  request: JsonObject,
  objects: { object: Json; oldObject: Json },
): { id: string; review: JsonObject } {
  const id = uid()
  const review = {
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: { uid: id, ...request, object: objects.object, oldObject: objects.oldObject },
  }
  return { id, review }
}

/** Reads an AdmissionReview; throws when it is not an answer to the review with this id. */
export function readAnswer(review: JsonObject, id: string): ReviewAnswer {
  const { response, kind, apiVersion } = review
  if (kind !== 'AdmissionReview' || apiVersion !== 'admission.k8s.io/v1') {
    throw new Error(
      `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${apiVersion}, Kind=${kind}`,
    )
  }
  if (!isObject(response)) throw new Error('webhook response was absent')
  if (response['uid'] !== id)
    throw new Error(`expected response.uid=${JSON.stringify(id)}, got ${JSON.stringify(response['uid'] ?? '')}`)
  return {
    allowed: response['allowed'] === true,
    warnings: Array.isArray(response['warnings']) ? response['warnings'].map(String) : [],
    patch: readPatch(response),
    status: isObject(response['status']) ? response['status'] : {},
  }
}

function readPatch({ patch, patchType }: JsonObject): Json | undefined {
  if (patch === undefined || patch === null || patch === '') return undefined
  if (patchType !== 'JSONPatch')
    throw new Error(
      `webhook returned response.patch but response.patchType is ${JSON.stringify(patchType ?? '')}, not "JSONPatch"`,
    )
  return JSON.parse(Buffer.from(String(patch), 'base64').toString('utf8')) as Json
}

/** The refusal of a webhook, with its own code, reason and words. */
export function denial(webhook: string, { message, reason, code, details }: JsonObject): StatusError {
  const who = `admission webhook "${webhook}" denied the request`
  const text = message ? `${who}: ${message}` : reason ? `${who}: ${reason}` : `${who} without explanation`
  return new StatusError(typeof reason === 'string' ? (reason as Reason) : '', text, {
    // A refusal is never reported as a success, whatever code came with it.
    code: typeof code === 'number' && code >= 400 ? code : 400,
    ...(isObject(details) ? { details: details as StatusDetails } : {}),
  })
}
