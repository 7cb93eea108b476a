import type { Reconciler } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import { evictApplied } from '../applied/evict.ts'
import { workNameOf } from '../names.ts'
import { keepWork } from './keep-work.ts'
import type { AgentParts } from './parts.ts'
import { deleteWork, removeApplied } from './remove-work.ts'

/** Brings one work, and what the cluster remembers of it, closer to what they should be. */
export const workReconciler =
  (parts: AgentParts): Reconciler =>
  async (ctx, { name: key }) => {
    const { source, appliedWorks, schedules, objects, hubHash, agentId, options } = parts
    const workName = workNameOf(hubHash, key)
    const work = workName === undefined ? undefined : source.get(workName)
    const applied = appliedWorks.get(key)
    if (work && isDeleting(work)) return deleteWork(ctx, parts, key, work)
    if (applied && isDeleting(applied)) return removeApplied(parts, key, applied)
    if (work) return keepWork(ctx, parts, key, work, applied)
    schedules.forget(key)
    objects.follow(key, [])
    return applied?.spec.agentID === agentId ? evictApplied(ctx, appliedWorks, applied, options.evictionMs) : {}
  }

const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined
