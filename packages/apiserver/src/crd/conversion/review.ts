import { isObject, type Json, type JsonObject } from '@skep/schema'

const GROUP = 'apiextensions.k8s.io'
const SUPPORTED = ['v1', 'v1beta1']

/** What a webhook is asked to convert. */
export interface ConversionRequest {
  readonly uid: string
  readonly desiredAPIVersion: string
  readonly objects: Json[]
}

/** The review to send, in the first version that both sides know. Throws when there is none. */
export function newConversionReview(versions: readonly string[], request: ConversionRequest): JsonObject {
  const version = versions.find((each) => SUPPORTED.includes(each))
  if (version === undefined) throw new Error('no supported conversion review versions')
  return { kind: 'ConversionReview', apiVersion: `${GROUP}/${version}`, request: { ...request } }
}

/** The converted objects in the answer to a review. Throws what keeps the answer from being one. */
export function readConversionReview(sent: JsonObject, uid: string, answer: JsonObject): Json[] {
  const { response } = answer
  if (sent['apiVersion'] === `${GROUP}/v1`) checkType(answer)
  if (!isObject(response)) throw new Error('no response provided')
  if (sent['apiVersion'] === `${GROUP}/v1` && response['uid'] !== uid) {
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`)
  }
  checkResult(isObject(response['result']) ? response['result'] : {})
  const { convertedObjects } = response
  return Array.isArray(convertedObjects) ? convertedObjects : []
}

function checkType({ apiVersion, kind }: JsonObject): void {
  if (apiVersion === `${GROUP}/v1` && kind === 'ConversionReview') return
  throw new Error(`expected webhook response of ${GROUP}/v1, Kind=ConversionReview, got ${apiVersion}, Kind=${kind}`)
}

function checkResult({ status, message }: JsonObject): void {
  if (status === 'Success') return
  if (typeof message === 'string' && message !== '') throw new Error(message)
  throw new Error(`response.result.status was '${status ?? ''}', not 'Success'`)
}
