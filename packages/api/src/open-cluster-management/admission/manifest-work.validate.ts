import { asJson, isObject, type JsonObject, jsonEqual } from '@skep/schema'
import { ManifestWork } from '../manifest-work.ts'
import { badRequest, type HubRefusal, type RequiredPermission } from './refusal.ts'

/** How large the manifests of a work may be together, in bytes, unless something else is chosen. */
export const MANIFEST_LIMIT_BYTES = 500 * 1024

/** Refuses a work whose manifests could not be applied. */
export function validateManifestWork(
  { spec }: ManifestWork,
  limitBytes: number = MANIFEST_LIMIT_BYTES,
): HubRefusal | undefined {
  const manifests = spec?.workload?.manifests ?? []
  if (manifests.length === 0) return badRequest('manifests should not be empty')
  const bytes = manifests.reduce((sum, manifest) => sum + Buffer.byteLength(JSON.stringify(manifest)), 0)
  if (bytes > limitBytes) {
    return badRequest(`the size of manifests is ${bytes} bytes which exceeds the ${limitBytes} limit`)
  }
  const seen = new Set<string>()
  for (const manifest of manifests) {
    const problem = problemOf(asJson(manifest), seen)
    if (problem !== undefined) return badRequest(problem)
  }
  return undefined
}

function problemOf({ apiVersion, kind, metadata }: JsonObject, seen: Set<string>): string | undefined {
  const { name = '', namespace = '', generateName = '' } = isObject(metadata) ? metadata : {}
  if (name === '') return 'name must be set in manifest'
  if (generateName !== '') return 'generateName must not be set in manifest'
  const key = `${apiVersion}/${kind}/${namespace}/${name}`
  if (seen.has(key))
    return `duplicate manifest for resource ${namespace}/${name} with resource type ${apiVersion}.${kind}`
  seen.add(key)
  return undefined
}

/** What it takes to have a work applied with the permissions of its executor; undefined when it has none, or the same. */
export function executorPermission(
  work: ManifestWork,
  stored: ManifestWork | undefined,
  username: string,
): RequiredPermission | HubRefusal | undefined {
  const executor = work.spec?.executor
  if (!executor || (stored && jsonEqual(asJson(executor), asJson(stored.spec?.executor ?? {})))) return undefined
  const account = executor.subject?.serviceAccount
  if (!account) return badRequest('executor service account can not be nil')
  const { namespace = '' } = work.metadata
  return {
    attributes: {
      group: ManifestWork.group,
      resource: ManifestWork.plural,
      verb: 'execute-as',
      namespace,
      name: `system:serviceaccount:${account.namespace}:${account.name}`,
    },
    refusal: badRequest(
      `user ${username} cannot manipulate the Manifestwork with executor ${account.namespace}/${account.name} in namespace ${namespace}`,
    ),
  }
}
