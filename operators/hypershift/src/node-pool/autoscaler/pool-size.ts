import { ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import type { ClientKind } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { CAPI_ANNOTATIONS } from '../annotations.ts'
import { controlPlaneOf } from '../reads.ts'
import type { NodePoolParts, Pool } from '../scope.ts'

/** How many machines a pool has been asked for, and may be. */
export interface PoolSize {
  readonly pool: Pool
  readonly replicas: number
  readonly min: number
  readonly max: number
}

/** The size of a pool that scales by itself; undefined for others, and while it has no machines to scale. */
export function sizeOf({ reads }: NodePoolParts, pool: Pool): PoolSize | undefined {
  if (!pool.spec.autoScaling || pool.metadata.deletionTimestamp !== undefined) return undefined
  const owner = ownerOf(reads, pool)
  const { annotations } = owner?.metadata ?? {}
  if (!owner || annotations?.[CAPI_ANNOTATIONS.paused] !== undefined) return undefined
  const [min, max] = [CAPI_ANNOTATIONS.autoscalerMin, CAPI_ANNOTATIONS.autoscalerMax].map((name) =>
    Number(annotations?.[name] ?? 0),
  ) as [number, number]
  return { pool, replicas: owner.spec.replicas ?? 0, min, max }
}

/** Asks for another number of machines, unless somebody else was faster. */
export async function resize(ctx: Ctx, parts: NodePoolParts, { pool, replicas }: PoolSize, to: number): Promise<void> {
  const owner = ownerOf(parts.reads, pool)
  if (!owner) return
  const kind: ClientKind = pool.spec.management.upgradeType === 'InPlace' ? ClusterApiMachineSet : MachineDeployment
  const { namespace = '', name, resourceVersion } = owner.metadata
  const body = { metadata: { resourceVersion }, spec: { replicas: to } }
  await parts.client.patch(kind, { namespace, name }, { type: 'merge', body })
  const message = `Scale-${to > replicas ? 'up' : 'down'}: from ${replicas} to ${to} nodes`
  ctx.events.record(pool, { type: 'Normal', reason: to > replicas ? 'ScaledUpGroup' : 'ScaleDown', message })
}

/** What makes the machines of a pool. */
export function ownerOf(reads: NodePoolParts['reads'], { metadata, spec }: Pool) {
  const ref = { namespace: controlPlaneOf(metadata, spec.clusterName), name: metadata.name }
  return spec.management.upgradeType === 'InPlace' ? reads.machineSets.get(ref) : reads.machineDeployments.get(ref)
}
