import type { Node } from '@skep/api'
import { matchesSelector } from '@skep/api'
import type { Stored } from '@skep/client'
import { clusterKey } from '../lookups.ts'
import { ANNOTATIONS, LABELS } from '../names.ts'
import type { Cluster, HealthCheck, Machine } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'

/** A machine that a health check looks after. */
export interface Target {
  readonly machine: Machine
  /** The node it became; undefined when there is none, or it has gone. */
  readonly node: Stored<Node> | undefined
  /** The machine had a node once, and it is not there any more. */
  readonly isNodeMissing: boolean
}

/** The machines that a health check selects, without those that somebody keeps it away from. */
export function findTargets(parts: ClusterApiParts, check: HealthCheck, cluster: Cluster): Target[] {
  const nodes = parts.tenants.peek(cluster.metadata)?.nodes
  const { lookups, copies } = parts
  const known = lookups.machines.find('cluster', clusterKey(check.metadata.namespace, check.spec.clusterName))
  return copies.machines
    .newest(known)
    .filter((machine) => isSelected(check, machine) && !isExempt(machine))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((machine) => {
      const name = machine.status?.nodeRef?.name
      const node = name === undefined ? undefined : nodes?.get({ name })
      return { machine, node, isNodeMissing: name !== undefined && !node && nodes?.synced === true }
    })
}

/** Whether a health check looks after a machine. */
export const isSelected = ({ spec }: HealthCheck, { metadata }: Machine): boolean =>
  metadata.labels?.[LABELS.cluster] === spec.clusterName && matchesSelector(spec.selector, metadata.labels)

const isExempt = ({ metadata: { annotations } }: Machine): boolean =>
  annotations?.[ANNOTATIONS.paused] !== undefined || annotations?.[ANNOTATIONS.skipRemediation] !== undefined
