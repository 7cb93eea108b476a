import type { UserInfo } from '@skep/api'
import type { StatusDetails } from '@skep/base'
import type { JsonPatchOperation } from '@skep/client'
import { asJson, isObject, type Json, type JsonObject, type KubeObject } from '@skep/schema'

/** What the API server asks before it stores or deletes an object, so far as anybody here looks at it. */
export interface AdmissionRequest {
  readonly uid: string
  /** Such as `HostedCluster`. */
  readonly kind: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly object: KubeObject | null
  readonly oldObject: KubeObject | null
  /** Who asks. */
  readonly userInfo: UserInfo
  /** Of the webhook that is asked, which tells several of one server apart. */
  readonly path: string
}

/** Why a request is refused, as the one who sent it is told. */
export interface AdmissionRefusal {
  readonly code: number
  readonly reason: string
  readonly message: string
  /** What the request was about, and one cause for each field. */
  readonly details?: StatusDetails | undefined
}

/** Allowed, unless there is a refusal. */
export interface AdmissionAnswer {
  readonly refusal?: AdmissionRefusal | undefined
  /** How the object is changed before it is stored. */
  readonly patch?: readonly JsonPatchOperation[] | undefined
}

/** Judges requests, and may change the object. */
export type Admit = (request: AdmissionRequest) => Promise<AdmissionAnswer>

/** Answers an AdmissionReview; undefined when it is none. */
export async function answerReview(review: Json, admit: Admit, path: string): Promise<JsonObject | undefined> {
  const request = readRequest(review, path)
  if (!request) return undefined
  const response = { uid: request.uid, ...responseOf(await admit(request)) }
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
}

function readRequest(review: Json, path: string): AdmissionRequest | undefined {
  const request = isObject(review) ? review['request'] : undefined
  if (!isObject(request) || !isObject(request['kind']) || typeof request['uid'] !== 'string') return undefined
  const { uid, kind, operation, object = null, oldObject = null, userInfo = {} } = request
  // The API server has checked the objects against their schema, and says one of the four operations.
  return { uid, kind: kind['kind'], operation, object, oldObject, userInfo, path } as unknown as AdmissionRequest
}

function responseOf({ refusal, patch = [] }: AdmissionAnswer): JsonObject {
  if (refusal) return { allowed: false, status: statusOf(refusal) }
  if (patch.length === 0) return { allowed: true }
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') }
}

const statusOf = ({ details, ...refusal }: AdmissionRefusal): JsonObject => ({
  status: 'Failure',
  ...refusal,
  ...(details ? { details: asJson(details) } : {}),
})
