import { compareAmounts, isZero } from './amounts.ts'
import type { ResourceRequirements } from './container.ts'
import type { PodSpec } from './pod-spec.ts'
import { isHugePages } from './resource-names.ts'

/** How surely a pod keeps its resources when a node runs out of them. */
export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'

/** The class that follows from the resources of a pod: of the pod as a whole where given, else of its containers. */
export function qosClassOf({ resources, initContainers = [], containers = [] }: PodSpec): QosClass {
  if (resources && hasPodLevelResources(resources)) return classOf(resources)
  const classes = new Set([...initContainers, ...containers].map((container) => classOf(container.resources ?? {})))
  const [only] = classes
  return classes.size === 1 && only ? only : classes.size === 0 ? 'BestEffort' : 'Burstable'
}

const hasPodLevelResources = ({ requests = {}, limits = {} }: ResourceRequirements): boolean =>
  [...Object.keys(requests), ...Object.keys(limits)].some(
    (name) => name === 'cpu' || name === 'memory' || isHugePages(name),
  )

function classOf({ requests = {}, limits = {} }: ResourceRequirements): QosClass {
  const names = ['cpu', 'memory']
  if (names.some((name) => compareAmounts(requests[name], limits[name]) !== 0)) return 'Burstable'
  const given = names.filter((name) => !isZero(requests[name])).length
  if (given === 0) return 'BestEffort'
  return given === names.length ? 'Guaranteed' : 'Burstable'
}
