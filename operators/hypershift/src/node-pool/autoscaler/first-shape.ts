import { WORKER_LABELS, WORKER_RESOURCES } from '@skep/sim'
import { knowsCapacity } from '../capi/target.ts'
import type { MachineTemplate } from '../capi/templates/machine-template.ts'
import type { NodePoolParts, Pool } from '../scope.ts'
import { capacityOf, type NodeShape } from './fit.ts'
import { ownerOf } from './pool-size.ts'

/** What the first node of a pool would be like; undefined where its provider does not say what machines bring. */
export function firstShape({ reads }: NodePoolParts, pool: Pool): NodeShape | undefined {
  const { platform, nodeLabels, taints = [], arch } = pool.spec
  const owner = ownerOf(reads, pool)
  const name = owner?.spec.template?.spec?.infrastructureRef.name
  const namespace = owner?.metadata.namespace
  const template = name && namespace ? reads.templates.get(platform.type)?.get({ namespace, name }) : undefined
  // All templates have in common what a MachineTemplate is.
  const { status } = (template ?? {}) as Partial<MachineTemplate>
  if (!knowsCapacity({ status })) return undefined
  return {
    labels: {
      ...WORKER_LABELS,
      'kubernetes.io/os': 'linux',
      ...nodeLabels,
      'kubernetes.io/arch': arch,
      'hypershift.openshift.io/nodePool': pool.metadata.name,
    },
    taints,
    capacity: capacityOf({ ...WORKER_RESOURCES, ...status?.capacity }),
  }
}
