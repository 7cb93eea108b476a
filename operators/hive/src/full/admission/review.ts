import { type HiveAdmissionSettings, type Rejection, validateHiveAdmission } from '@skep/api'
import { isObject, type Json, type JsonObject, type KubeObject } from '@skep/schema'

/** What the API server asks, so far as it matters here. */
interface ReviewRequest {
  readonly uid: string
  readonly kind: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly object: KubeObject | null
  readonly oldObject: KubeObject | null
}

/** Answers an AdmissionReview; undefined when it is none. */
export function answerReview(review: Json, settings: HiveAdmissionSettings): JsonObject | undefined {
  const request = readRequest(review)
  if (!request) return undefined
  const rejection = validateHiveAdmission({ ...settings, ...request })
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: {
      uid: request.uid,
      allowed: rejection === undefined,
      ...(rejection ? { status: statusOf(rejection) } : {}),
    },
  }
}

function readRequest(review: Json): ReviewRequest | undefined {
  const request = isObject(review) ? review['request'] : undefined
  if (!isObject(request) || !isObject(request['kind']) || typeof request['uid'] !== 'string') return undefined
  const { uid, kind, operation, object = null, oldObject = null } = request
  // The API server has checked the objects against their schema, and says one of the four operations.
  return { uid, kind: kind['kind'], operation, object, oldObject } as unknown as ReviewRequest
}

const statusOf = ({ code, reason, message, errors }: Rejection): JsonObject => ({
  status: 'Failure',
  code,
  reason,
  message,
  ...(errors.length === 0
    ? {}
    : { details: { causes: errors.map(({ field, message: text }) => ({ field, message: text })) } }),
})
