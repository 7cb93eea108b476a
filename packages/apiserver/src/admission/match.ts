import { type LabelSelector, matchesSelector, type Namespace } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { AdmissionRequest, ServedResource } from '../contracts.ts'
import { namespaceOf } from './namespace-lifecycle.ts'

/** A rule of a webhook or policy: which writes it is about. */
export interface Rule {
  operations?: readonly string[] | undefined
  apiGroups?: readonly string[] | undefined
  apiVersions?: readonly string[] | undefined
  resources?: readonly string[] | undefined
  scope?: string | undefined
  /** Policies only. */
  resourceNames?: readonly string[] | undefined
}

export interface MatchCriteria {
  rules: readonly Rule[]
  excludedRules?: readonly Rule[] | undefined
  matchPolicy?: string | undefined
  namespaceSelector?: LabelSelector | undefined
  objectSelector?: LabelSelector | undefined
}

/**
 * The resource, in the version that the criteria name, that a request is about; undefined when it is none of theirs.
 * With matchPolicy Equivalent, a rule for one version of a resource is about all of them.
 */
export function matchRequest(criteria: MatchCriteria, request: AdmissionRequest): ServedResource | undefined {
  const matched = matchingVersion(criteria, request)
  return matched && selectsNamespace(criteria, request) && selectsObject(criteria, request) ? matched : undefined
}

function matchingVersion(criteria: MatchCriteria, request: AdmissionRequest): ServedResource | undefined {
  const { rules, excludedRules = [], matchPolicy } = criteria
  const fits = (resource: ServedResource): boolean =>
    rules.some((rule) => matchesRule(rule, request, resource)) &&
    !excludedRules.some((rule) => matchesRule(rule, request, resource))
  if (fits(request.resource)) return request.resource
  // Most webhooks are about something else altogether, which no other version can change.
  if (matchPolicy === 'Exact' || !mayConcern(criteria, request)) return undefined
  return otherVersions(request).find(fits)
}

/** What a write does to which resource, whoever writes and whatever the object. */
export type WriteTarget = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>

/** Whether criteria could be about such a write: by the resource, in some version, and nothing of the object. */
export const mayConcern = ({ rules }: MatchCriteria, target: WriteTarget): boolean =>
  rules.some((rule) => concerns(rule, target))

const concerns = (rule: Rule, { operation, resource, subresource }: WriteTarget): boolean =>
  includes(rule.operations, operation) &&
  includes(rule.apiGroups, resource.group) &&
  (rule.resources ?? []).some((pattern) => matchesResource(pattern, resource.resource, subresource))

function otherVersions({ cluster, resource }: AdmissionRequest): ServedResource[] {
  return [...cluster.resources()].filter(
    (each) => each !== resource && each.resource === resource.resource && each.group === resource.group,
  )
}

function matchesRule(rule: Rule, request: AdmissionRequest, resource: ServedResource): boolean {
  const { scope = '*', resourceNames = [] } = rule
  return (
    includes(rule.operations, request.operation) &&
    includes(rule.apiGroups, resource.group) &&
    includes(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((pattern) => matchesResource(pattern, resource.resource, request.subresource)) &&
    (scope === '*' || scope === (isNamespaced(request, resource) ? 'Namespaced' : 'Cluster')) &&
    (resourceNames.length === 0 || resourceNames.includes(request.name))
  )
}

/** Whether a value is listed, or all are. */
const includes = (values: readonly string[] | undefined, value: string): boolean =>
  (values ?? []).some((each) => each === '*' || each === value)

/** A namespace object counts as cluster-wide, although requests for it carry its name. */
const isNamespaced = ({ namespace }: AdmissionRequest, resource: ServedResource): boolean =>
  resource.namespaced && namespace !== ''

// A pattern is `pods`, `pods/status`, `pods` with any subresource, or a star in either place; a lone star has no subresources.
function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const [wanted = '', wantedSubresource = ''] = pattern.split('/')
  return (wanted === '*' || wanted === resource) && (wantedSubresource === '*' || wantedSubresource === subresource)
}

const isEmpty = (selector: LabelSelector | undefined): boolean =>
  !selector || (!selector.matchExpressions?.length && Object.keys(selector.matchLabels ?? {}).length === 0)

function selectsNamespace({ namespaceSelector }: MatchCriteria, request: AdmissionRequest): boolean {
  if (isEmpty(namespaceSelector)) return true
  const { resource, object, oldObject, namespace, cluster } = request
  if (resource.group === '' && resource.resource === 'namespaces') {
    return matchesSelector(namespaceSelector, ((object ?? oldObject) as Namespace | undefined)?.metadata.labels)
  }
  // What lives in no namespace is not held back by a selector of namespaces.
  return namespace === '' || matchesSelector(namespaceSelector, namespaceOf(cluster, namespace)?.metadata.labels)
}

function selectsObject({ objectSelector }: MatchCriteria, { object, oldObject }: AdmissionRequest): boolean {
  if (isEmpty(objectSelector)) return true
  const selects = (each: KubeObject | undefined): boolean =>
    each !== undefined && matchesSelector(objectSelector, each.metadata.labels)
  return selects(object) || selects(oldObject)
}

/** Objects that configure admission are not subject to it, or a mistake could not be mended. */
export const isExempt = ({ resource }: AdmissionRequest): boolean => resource.group === 'admissionregistration.k8s.io'
