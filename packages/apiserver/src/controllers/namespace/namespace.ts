import type { Namespace } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, isResource, ownKey } from '../controller.ts'
import { deletionConditions } from './conditions.ts'
import { deleteContent, type Remaining } from './content.ts'

const NAMESPACES = { group: '', resource: 'namespaces' }
const FINALIZER = 'kubernetes'

/** Empties a namespace that is being deleted, says what it waits for, and lets it go when nothing is left. */
export function namespaceController({ clock }: ControllerContext): ControllerDefinition {
  /** Namespaces that wait for their content, as `cluster/namespace`. */
  const terminating = new Set<string>()
  return {
    name: 'namespace',
    watches: '*',
    keysOf: (event) => {
      if (isResource(event, NAMESPACES)) {
        const id = `${event.clusterId}/${event.name}`
        if (event.type === 'put' && event.facts.deleting) terminating.add(id)
        else terminating.delete(id)
        return terminating.has(id) ? [ownKey(event)] : []
      }
      if (terminating.size === 0 || !terminating.has(`${event.clusterId}/${event.namespace}`)) return []
      return [{ clusterId: event.clusterId, namespace: '', name: event.namespace }]
    },
    reconcile: async ({ name }, cluster) => {
      const namespace = cluster.objects.get(NAMESPACES, '', name) as Namespace | undefined
      if (!namespace || namespace.metadata.deletionTimestamp === undefined) return undefined
      if (!namespace.spec?.finalizers?.includes(FINALIZER)) return undefined
      const remaining = await deleteContent(cluster, name)
      if (remaining.objects.size === 0 && remaining.failures.length === 0) await finalize(cluster, name)
      else await report(cluster, name, remaining, formatTime(clock.now()))
      return remaining.failures.length > 0 ? { requeueAfterMs: 5_000 } : undefined
    },
  }
}

async function finalize(cluster: ClusterView, name: string): Promise<void> {
  const change = (object: unknown): Namespace => {
    const namespace = object as Namespace
    const finalizers = namespace.spec?.finalizers?.filter((each) => each !== FINALIZER) ?? []
    return { ...namespace, spec: { ...namespace.spec, finalizers } }
  }
  await cluster.objects.modify(NAMESPACES, '', name, change, { subresource: 'finalize' })
}

async function report(cluster: ClusterView, name: string, remaining: Remaining, now: string): Promise<void> {
  const change = (object: unknown): Namespace | undefined => {
    const namespace = object as Namespace
    const before = namespace.status?.conditions ?? []
    const conditions = deletionConditions(remaining, now, before)
    if (JSON.stringify(conditions) === JSON.stringify(before)) return undefined
    return { ...namespace, status: { ...namespace.status, conditions } }
  }
  await cluster.objects.modify(NAMESPACES, '', name, change, { subresource: 'status' })
}
