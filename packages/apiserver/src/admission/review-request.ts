import type { Json, JsonObject, KubeObject } from '@skep/schema'
import type { AdmissionRequest, ServedResource } from '../contracts.ts'
import { convertTo } from '../registry/versions.ts'

const kindOf = ({ group, version, kind }: ServedResource): JsonObject => ({ group, version, kind })
const resourceOf = ({ group, version, resource }: ServedResource): JsonObject => ({ group, version, resource })

/** What a webhook or an expression is told of a request, but for the objects. `matched` is the version it asked for. */
export function describeRequest(request: AdmissionRequest, matched: ServedResource): JsonObject {
  const { resource, subresource, name, namespace, operation, context, dryRun, options } = request
  const { user } = context
  return {
    kind: kindOf(matched),
    resource: resourceOf(matched),
    ...(subresource ? { subResource: subresource } : {}),
    requestKind: kindOf(resource),
    requestResource: resourceOf(resource),
    ...(subresource ? { requestSubResource: subresource } : {}),
    ...(name ? { name } : {}),
    ...(namespace ? { namespace } : {}),
    operation,
    userInfo: {
      username: user.name,
      ...(user.uid ? { uid: user.uid } : {}),
      groups: [...user.groups],
      ...(user.extra ? { extra: Object.fromEntries(Object.entries(user.extra).map(([k, v]) => [k, [...v]])) } : {}),
    },
    dryRun,
    options,
  }
}

/** The object in the version that was matched; null where there is none. */
export async function inVersion(
  { resource }: AdmissionRequest,
  matched: ServedResource,
  object: KubeObject | undefined,
): Promise<Json> {
  if (!object) return null
  const converted = matched.version === resource.version ? object : await convertTo(resource, matched.version, object)
  // An object of the API is JSON; its TypeScript type only has no index signature.
  return converted as unknown as Json
}
