import type { BoundObjectReference, Pod } from '@skep/api'
import { goQuote, type KubeObject } from '@skep/schema'
import type { ObjectApi } from '../../contracts.ts'
import { badRequest, conflict, notFound } from '../../registry/errors.ts'
import { type BoundObjects, claimOf } from './service-account-claims.ts'

const RESOURCE_OF: ReadonlyMap<string, 'pods' | 'secrets' | 'nodes'> = new Map([
  ['Pod', 'pods'],
  ['Secret', 'secrets'],
  ['Node', 'nodes'],
])

/** What a token is bound to when its request refers to this object, which must be there. Throws StatusError. */
export function resolveBoundObject(
  objects: ObjectApi,
  namespace: string,
  account: string,
  ref: BoundObjectReference,
): BoundObjects {
  const { apiVersion = '', kind = '', name = '' } = ref
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const resource = group === '' ? RESOURCE_OF.get(kind) : undefined
  if (resource === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  }
  const object = objects.get({ group: '', resource }, resource === 'nodes' ? '' : namespace, name)
  if (object === undefined) throw notFound({ group: '', resource }, name)
  const bound = boundTo(objects, resource, object, account)
  if (!ref.uid || ref.uid === object.metadata.uid) return bound
  const why = `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`
  throw conflict({ group: '', resource: kind }, name, why)
}

function boundTo(objects: ObjectApi, resource: string, object: KubeObject, account: string): BoundObjects {
  if (resource === 'secrets') return { secret: claimOf(object.metadata) }
  if (resource === 'nodes') return { node: claimOf(object.metadata) }
  // The reference's kind was looked up in RESOURCE_OF.
  const { spec } = object as Pod
  if (spec?.serviceAccountName !== account) {
    const why = `cannot bind token for serviceaccount ${goQuote(account)} to pod running with different serviceaccount name.`
    throw badRequest(why)
  }
  const pod = claimOf(object.metadata)
  if (!spec.nodeName) return { pod }
  const node = objects.get({ group: '', resource: 'nodes' }, '', spec.nodeName)
  return { pod, node: node === undefined ? { name: spec.nodeName } : claimOf(node.metadata) }
}
