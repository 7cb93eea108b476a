import {
  type Container,
  type PersistentVolumeClaim,
  type Pod,
  qosClassOf,
  type ResourceQuota,
  type Service,
} from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { compareQuantity, parseQuantity } from '@skep/schema'
import type { GroupResource } from '../../contracts.ts'
import { podTotal } from '../pod-total.ts'
import { type Amounts, add } from './amounts.ts'

/** Names that count objects of a core resource without the `count/` prefix. */
const COUNTED = new Set([
  'configmaps',
  'secrets',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'persistentvolumeclaims',
])

/** What one object uses of a namespace's quota. */
export function usageOf({ group, resource }: GroupResource, object: KubeObject): Amounts {
  const count = { [`count/${group === '' ? resource : `${resource}.${group}`}`]: '1' }
  if (group !== '') return count
  const counted = COUNTED.has(resource) ? { ...count, [resource]: '1' } : count
  switch (resource) {
    case 'pods':
      return podUsage(object as Pod, count)
    case 'services':
      return { ...counted, ...serviceUsage(object as Service) }
    case 'persistentvolumeclaims':
      return { ...counted, ...claimUsage(object as PersistentVolumeClaim) }
    default:
      return counted
  }
}

/** A pod that ended, or that should have, no longer uses anything but its place in the list. */
function podUsage(pod: Pod, count: Amounts): Amounts {
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return count
  const usage: Amounts = { ...count, pods: '1' }
  for (const which of ['requests', 'limits'] as const) {
    for (const [name, amount] of Object.entries(podAmounts(pod, which))) {
      usage[`${which}.${name}`] = amount
      // `cpu` and `memory` are the old names of the requests.
      if (which === 'requests' && (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage')) {
        usage[name] = amount
      }
    }
  }
  return usage
}

/** What the containers take, plus the overhead of running them. */
function podAmounts(pod: Pod, which: 'requests' | 'limits'): Amounts {
  const of = ({ resources }: Container): Amounts => resources?.[which] ?? {}
  const total = podTotal<Amounts>(pod, of, { none: {}, sum: add, largest: max })
  return Object.keys(total).length > 0 ? add(total, pod.spec?.overhead ?? {}) : total
}

function max(a: Amounts, b: Amounts): Amounts {
  const result = { ...a }
  for (const [name, amount] of Object.entries(b)) {
    const before = result[name]
    if (before === undefined || compareQuantity(parseQuantity(amount), parseQuantity(before)) > 0) result[name] = amount
  }
  return result
}

function serviceUsage({ spec }: Service): Amounts {
  const ports = String(spec?.ports?.length ?? 0)
  if (spec?.type === 'NodePort') return { 'services.nodeports': ports }
  if (spec?.type !== 'LoadBalancer') return {}
  return {
    'services.loadbalancers': '1',
    ...(spec.allocateLoadBalancerNodePorts === false ? {} : { 'services.nodeports': ports }),
  }
}

function claimUsage({ spec }: PersistentVolumeClaim): Amounts {
  const storage = spec?.resources?.requests?.['storage']
  const usage: Amounts = storage ? { 'requests.storage': storage } : {}
  if (spec?.storageClassName) {
    const prefix = `${spec.storageClassName}.storageclass.storage.k8s.io`
    usage[`${prefix}/persistentvolumeclaims`] = '1'
    if (storage) usage[`${prefix}/requests.storage`] = storage
  }
  return usage
}

type Scope = { scopeName: string; operator: string; values?: string[] | undefined }

/** Whether a quota with scopes is about this object. Only pods have scopes. */
export function inScope({ spec }: ResourceQuota, { resource }: GroupResource, object: KubeObject): boolean {
  const scopes: Scope[] = [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ]
  if (scopes.length === 0) return true
  return resource === 'pods' && scopes.every((scope) => podInScope(object as Pod, scope))
}

function podInScope(pod: Pod, { scopeName, operator, values = [] }: Scope): boolean {
  const deadline = pod.spec?.activeDeadlineSeconds !== undefined
  switch (scopeName) {
    case 'Terminating':
      return deadline
    case 'NotTerminating':
      return !deadline
    case 'BestEffort':
      return isBestEffort(pod)
    case 'NotBestEffort':
      return !isBestEffort(pod)
    case 'PriorityClass':
      return matches(pod.spec?.priorityClassName ?? '', operator, values)
    default:
      return false
  }
}

const isBestEffort = ({ spec }: Pod): boolean => spec === undefined || qosClassOf(spec) === 'BestEffort'

function matches(value: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return values.includes(value)
    case 'NotIn':
      return !values.includes(value)
    case 'Exists':
      return value !== ''
    default:
      return value === ''
  }
}
