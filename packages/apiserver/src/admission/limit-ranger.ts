import type { Container, LimitRange, PersistentVolumeClaim, Pod } from '@skep/api'
import { addQuantity, compareQuantity, formatQuantity, goErrors, parseQuantity } from '@skep/schema'
import type { AdmissionPlugin, AdmissionRequest } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'
import { createsPod, podOf } from './pods.ts'

type Amounts = Record<string, string>
type Limit = NonNullable<LimitRange['spec']>['limits'][number]

const LIMIT_RANGES = { group: '', resource: 'limitranges' }
const ANNOTATION = 'kubernetes.io/limit-ranger'

const createsClaim = ({ operation, resource, subresource }: AdmissionRequest): boolean =>
  operation === 'CREATE' && resource.group === '' && resource.resource === 'persistentvolumeclaims' && !subresource

/** Fills in requests and limits that a namespace prescribes, and holds pods and claims to its bounds. */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  handles: (request) => createsPod(request) || createsClaim(request),
  mutate: (request) => {
    if (!createsPod(request)) return
    for (const limit of limitsOf(request)) if (limit.type === 'Container') fillIn(podOf(request), limit)
  },
  validate: (request) => {
    const problems = limitsOf(request).flatMap((limit) => problemsOf(request, limit))
    if (problems.length > 0) throw forbidden(request.resource, request.name, goErrors(problems))
  },
}

const limitsOf = ({ cluster, namespace }: AdmissionRequest): Limit[] =>
  (cluster.objects.list(LIMIT_RANGES, { namespace }) as LimitRange[]).flatMap(({ spec }) => spec?.limits ?? [])

function fillIn(pod: Pod, limit: Limit): void {
  const defaults = containerDefaults(limit)
  const notes: string[] = []
  for (const [role, containers] of [
    ['container', pod.spec?.containers ?? []],
    ['init container', pod.spec?.initContainers ?? []],
  ] as const) {
    for (const container of containers) notes.push(...fillContainer(container, role, defaults))
  }
  if (notes.length === 0) return
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}`,
  }
}

/** The server completes a LimitRange when it is created: default from max, defaultRequest from default or min. */
function containerDefaults({ default: limits = {}, defaultRequest = {}, max = {}, min = {} }: Limit): {
  limits: Amounts
  requests: Amounts
} {
  const allLimits = { ...max, ...limits }
  return { limits: allLimits, requests: { ...min, ...allLimits, ...defaultRequest } }
}

function fillContainer(container: Container, role: string, defaults: { limits: Amounts; requests: Amounts }): string[] {
  const resources = (container.resources ??= {})
  const explicitLimits = { ...resources.limits }
  // A request that is not given follows an explicit limit before it follows the namespace's default.
  const requests = fillAmounts(resources.requests ?? {}, { ...defaults.requests, ...explicitLimits })
  const limits = fillAmounts(resources.limits ?? {}, defaults.limits)
  if (Object.keys(requests.amounts).length > 0) resources.requests = requests.amounts
  if (Object.keys(limits.amounts).length > 0) resources.limits = limits.amounts
  const note = (added: string[], what: string) =>
    added.length > 0 ? [`${added.sort().join(', ')} ${what} for ${role} ${container.name}`] : []
  return [...note(requests.added, 'request'), ...note(limits.added, 'limit')]
}

function fillAmounts(amounts: Amounts, defaults: Amounts): { amounts: Amounts; added: string[] } {
  const added = Object.keys(defaults).filter((name) => amounts[name] === undefined)
  return { amounts: { ...amounts, ...Object.fromEntries(added.map((name) => [name, defaults[name]!])) }, added }
}

function problemsOf(request: AdmissionRequest, limit: Limit): string[] {
  if (createsClaim(request)) {
    const claim = request.object as PersistentVolumeClaim
    if (limit.type !== 'PersistentVolumeClaim') return []
    return bounds(limit, { requests: claim.spec?.resources?.requests ?? {}, limits: {} }, false)
  }
  const { spec } = podOf(request)
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
  if (limit.type === 'Container') {
    return containers.flatMap(({ resources }) =>
      bounds(limit, { requests: resources?.requests ?? {}, limits: resources?.limits ?? {} }, true),
    )
  }
  if (limit.type !== 'Pod') return []
  return bounds(limit, { requests: sumOf(containers, 'requests'), limits: sumOf(containers, 'limits') }, true)
}

function sumOf(containers: readonly Container[], which: 'requests' | 'limits'): Amounts {
  const total: Amounts = {}
  for (const { resources } of containers) {
    for (const [name, amount] of Object.entries(resources?.[which] ?? {})) {
      const before = total[name]
      total[name] = before ? formatQuantity(addQuantity(parseQuantity(before), parseQuantity(amount))) : amount
    }
  }
  return total
}

interface Usage {
  requests: Amounts
  limits: Amounts
}

/** `limited` kinds must set a limit where a maximum exists; claims have requests only. */
function bounds(
  { type, min = {}, max = {}, maxLimitRequestRatio = {} }: Limit,
  usage: Usage,
  limited: boolean,
): string[] {
  return [
    ...Object.entries(min).flatMap(([name, bound]) => minimum(type, name, bound, usage)),
    ...Object.entries(max).flatMap(([name, bound]) => maximum(type, name, bound, usage, limited)),
    ...Object.entries(maxLimitRequestRatio).flatMap(([name, bound]) => ratio(type, name, bound, usage)),
  ]
}

const exceeds = (a: string, b: string): boolean => compareQuantity(parseQuantity(a), parseQuantity(b)) > 0

function minimum(type: string, name: string, bound: string, { requests, limits }: Usage): string[] {
  const [request, limit] = [requests[name], limits[name]]
  const what = `minimum ${name} usage per ${type} is ${bound}`
  if (request === undefined) return [`${what}.  No request is specified`]
  if (exceeds(bound, request)) return [`${what}, but request is ${request}`]
  return limit !== undefined && exceeds(bound, limit) ? [`${what}, but limit is ${limit}`] : []
}

function maximum(type: string, name: string, bound: string, { requests, limits }: Usage, limited: boolean): string[] {
  const [request, limit] = [requests[name], limits[name]]
  const what = `maximum ${name} usage per ${type} is ${bound}`
  if (limited && limit === undefined) return [`${what}.  No limit is specified`]
  if (limit !== undefined && exceeds(limit, bound)) return [`${what}, but limit is ${limit}`]
  return request !== undefined && exceeds(request, bound) ? [`${what}, but request is ${request}`] : []
}

function ratio(type: string, name: string, bound: string, { requests, limits }: Usage): string[] {
  const [request, limit] = [requests[name], limits[name]]
  const what = `${name} max limit to request ratio per ${type} is ${bound}`
  if (request === undefined || limit === undefined) return [`${what}, but no request is specified or request is 0`]
  const [asked, allowed] = [parseQuantity(request).nanos, parseQuantity(limit).nanos]
  if (asked === 0n) return [`${what}, but no request is specified or request is 0`]
  const actual = Number(allowed) / Number(asked)
  return actual > Number(parseQuantity(bound).nanos) / 1e9
    ? [`${what}, but provided ratio is ${actual.toFixed(6)}`]
    : []
}
