import type { ResourceQuota } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { type Amounts, add } from '../admission/quota/amounts.ts'
import { inScope, usageOf } from '../admission/quota/usage.ts'
import type { ClusterView } from '../contracts.ts'
import { type ControllerDefinition, isResource, type ObjectKey, ownKey } from './controller.ts'
import type { ObjectEvent } from './object-event.ts'

const QUOTAS = { group: '', resource: 'resourcequotas' }

/** Counts what a namespace uses when a quota is made or something that it counts goes away. */
export function resourceQuotaController(): ControllerDefinition {
  /** Quotas by `cluster/namespace`: other namespaces cost nothing. */
  const quotas = new Map<string, Set<string>>()
  const observe = (event: ObjectEvent): ObjectKey[] => {
    const place = `${event.clusterId}/${event.namespace}`
    if (!isResource(event, QUOTAS)) {
      if (quotas.size === 0 || !quotas.has(place) || !releases(event)) return []
      return [...quotas.get(place)!].map((name) => ({ clusterId: event.clusterId, namespace: event.namespace, name }))
    }
    const names = quotas.get(place) ?? new Set()
    if (event.type === 'put') names.add(event.name)
    else names.delete(event.name)
    if (names.size > 0) quotas.set(place, names)
    else quotas.delete(place)
    return event.type === 'put' && specChanged(event) ? [ownKey(event)] : []
  }
  return {
    name: 'resourcequota',
    watches: '*',
    keysOf: observe,
    reconcile: async ({ namespace, name }, cluster) => {
      await cluster.objects.modify(QUOTAS, namespace, name, (stored) => recount(cluster, stored as ResourceQuota), {
        subresource: 'status',
      })
      return undefined
    },
  }
}

/** Admission counts what comes; this controller only has to notice what goes: deletions, and pods that ended. */
function releases({ type, resource, object, previous }: ObjectEvent): boolean {
  if (type === 'delete') return true
  if (resource !== 'pods' || !previous) return false
  return phaseOf(object) !== phaseOf(previous)
}

const phaseOf = (object: KubeObject): string | undefined =>
  (object as KubeObject & { status?: { phase?: string } }).status?.phase

function specChanged({ object, previous }: ObjectEvent): boolean {
  return (
    !previous || JSON.stringify((object as ResourceQuota).spec) !== JSON.stringify((previous as ResourceQuota).spec)
  )
}

function recount(cluster: ClusterView, quota: ResourceQuota): ResourceQuota | undefined {
  const hard = quota.spec?.hard ?? {}
  const counted = totalUsage(cluster, quota)
  const used: Amounts = Object.fromEntries(Object.keys(hard).map((name) => [name, counted[name] ?? '0']))
  const status = { ...quota.status, hard, used }
  return JSON.stringify(status) === JSON.stringify(quota.status) ? undefined : { ...quota, status }
}

function totalUsage(cluster: ClusterView, quota: ResourceQuota): Amounts {
  const namespace = quota.metadata.namespace ?? ''
  const wanted = Object.keys(quota.spec?.hard ?? {})
  let total: Amounts = {}
  for (const resource of cluster.resources()) {
    if (!resource.namespaced || !resource.verbs.includes('list') || !mayCount(wanted, resource)) continue
    for (const object of cluster.objects.list(resource, { namespace })) {
      if (inScope(quota, resource, object)) total = add(total, usageOf(resource, object))
    }
  }
  return total
}

/** Spares reading collections that no name in the quota is about. */
function mayCount(wanted: readonly string[], { group, resource }: { group: string; resource: string }): boolean {
  const count = `count/${group === '' ? resource : `${resource}.${group}`}`
  if (wanted.includes(count)) return true
  if (group !== '') return false
  if (resource === 'pods')
    return wanted.some((name) => name === 'pods' || /^(requests|limits)\.|^(cpu|memory)/.test(name))
  if (resource === 'persistentvolumeclaims') return wanted.some((name) => name.includes('storage') || name === resource)
  return wanted.some((name) => name === resource || name.startsWith(`${resource}.`))
}
