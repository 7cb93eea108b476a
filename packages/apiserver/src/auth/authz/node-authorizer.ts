import { goQuote } from '@skep/schema'
import type { ObjectApi } from '../../contracts.ts'
import { NODES_GROUP } from '../user-names.ts'
import { createAccess } from './access.ts'
import type { Attributes, Authorize, Decision } from './attributes.ts'
import { COMPONENT_RULES } from './bootstrap-policy/component-rules.ts'
import { nodeReferences, type ReferenceCheck } from './node-references.ts'

const NODE_PREFIX = 'system:node:'
const ALLOWED: Decision = { allowed: true, reason: '' }
const NO_OPINION: Decision = { allowed: false, reason: '' }
const refuse = (reason: string): Decision => ({ allowed: false, reason })

/**
 * Lets kubelets do their work: what the role system:node holds, but only on their own node, the pods bound to it and the
 * objects that those pods name. A user `system:node:NAME` in the group system:nodes is the kubelet of that node.
 */
export function createNodeAuthorizer(objects: ObjectApi): Authorize {
  const references = nodeReferences(objects)
  return (user, attributes) => {
    if (!user.name.startsWith(NODE_PREFIX) || !user.groups.includes(NODES_GROUP)) return NO_OPINION
    const node = user.name.slice(NODE_PREFIX.length)
    if (node === '') return refuse(`unknown node for user ${goQuote(user.name)}`)
    const limit = attributes.isResource ? LIMITS[`${attributes.group}/${attributes.resource}`] : undefined
    if (limit === undefined) return NODE_ACCESS.decide(attributes)
    return limit({ node, attributes, related: references[attributes.resource] ?? (() => false) })
  }
}

/** The rules of the role itself, for all that needs no limit. */
const NODE_ACCESS = createAccess(
  (COMPONENT_RULES['system:node'] ?? []).map((rule) => ({ rule, decision: ALLOWED })),
  [],
)

interface NodeRequest {
  readonly node: string
  readonly attributes: Attributes
  readonly related: ReferenceCheck
}
type Limit = (request: NodeRequest) => Decision

const READ = ['get', 'list', 'watch']
const CHANGE = ['update', 'patch']
const OWN = ['get', 'create', 'update', 'patch', 'delete']

const ifRelated: Limit = ({ node, attributes: { namespace, name }, related }) => {
  if (name === '') return refuse('No Object name found')
  if (related(node, namespace, name)) return ALLOWED
  return refuse(`no relationship found between node '${node}' and this object`)
}

const readRelated: Limit = (request) => {
  const { verb, subresource, namespace } = request.attributes
  if (!READ.includes(verb)) return refuse('can only read resources of this type')
  if (subresource !== '') return refuse('cannot read subresource')
  return namespace === '' ? refuse('can only read namespaced object of this type') : ifRelated(request)
}

const getRelated: Limit = (request) => {
  if (request.attributes.verb !== 'get') return refuse('can only get individual resources of this type')
  return request.attributes.subresource === '' ? ifRelated(request) : refuse('cannot get subresource')
}

const claims: Limit = (request) => {
  if (request.attributes.subresource !== 'status') return getRelated(request)
  const mayChange = CHANGE.includes(request.attributes.verb)
  return mayChange ? ifRelated(request) : refuse('can only get/update/patch this type')
}

const accounts: Limit = (request) => {
  const { verb, subresource, name } = request.attributes
  if (verb === 'get' && subresource === '') return readRelated(request)
  if (verb !== 'create' || name === '') return refuse('can only create tokens for individual service accounts')
  return subresource === 'token' ? ifRelated(request) : refuse('can only create token subresource of serviceaccount')
}

const leases: Limit = ({ node, attributes: { verb, namespace, name } }) => {
  if (!OWN.includes(verb)) return refuse('can only get, create, update, patch, or delete a node lease')
  if (namespace !== 'kube-node-lease') return refuse('can only access leases in the "kube-node-lease" system namespace')
  const own = verb === 'create' || name === node
  return own ? ALLOWED : refuse('can only access node lease with the same name as the requesting node')
}

const csiNodes: Limit = ({ node, attributes: { verb, subresource, name } }) => {
  if (subresource !== '') return refuse('cannot authorize CSINode subresources')
  if (!OWN.includes(verb)) return refuse('can only get, create, update, patch, or delete a CSINode')
  const own = verb === 'create' || name === node
  return own ? ALLOWED : refuse('can only access CSINode with the same name as the requesting node')
}

const nodes: Limit = ({ node, attributes: { verb, subresource, name } }) => {
  if (subresource === 'status') return CHANGE.includes(verb) ? ALLOWED : NO_OPINION
  if (subresource !== '') return NO_OPINION
  if (verb === 'create' || CHANGE.includes(verb)) return ALLOWED
  if (!READ.includes(verb)) return NO_OPINION
  if (name === node) return ALLOWED
  const what = name === '' ? 'all nodes' : `'${name}'`
  return refuse(`node '${node}' cannot read ${what}, only its own Node object`)
}

const pods: Limit = (request) => {
  const { node, attributes } = request
  const { verb, subresource, name, fieldSelector = '' } = attributes
  if (subresource === 'status') return CHANGE.includes(verb) ? ALLOWED : NO_OPINION
  if (subresource === 'eviction') return verb === 'create' ? ALLOWED : NO_OPINION
  if (subresource !== '') return NO_OPINION
  if (verb === 'create' || verb === 'delete') return ALLOWED
  if (verb === 'get') return getRelated(request)
  if (verb !== 'list' && verb !== 'watch') return NO_OPINION
  const own = fieldSelector
    .split(',')
    .some((term) => term === `spec.nodeName=${node}` || term === `spec.nodeName==${node}`)
  if (own) return ALLOWED
  return name === '' ? refuse('can only list/watch pods with spec.nodeName field selector') : ifRelated(request)
}

/** Resources on which the rules of the role alone would be too much, by group and plural. */
const LIMITS: Readonly<Record<string, Limit>> = {
  '/secrets': readRelated,
  '/configmaps': readRelated,
  '/persistentvolumeclaims': claims,
  '/persistentvolumes': getRelated,
  '/serviceaccounts': accounts,
  '/nodes': nodes,
  '/pods': pods,
  'coordination.k8s.io/leases': leases,
  'storage.k8s.io/csinodes': csiNodes,
  'storage.k8s.io/volumeattachments': getRelated,
}
