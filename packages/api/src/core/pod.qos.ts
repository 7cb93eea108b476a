import { parseQuantity } from '@skep/schema'
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
  const amounts = ['cpu', 'memory'].map((name) => ({ request: nanosOf(requests[name]), limit: nanosOf(limits[name]) }))
  if (amounts.some(({ request, limit }) => request !== limit)) return 'Burstable'
  const given = amounts.filter(({ request }) => request !== 0n).length
  if (given === 0) return 'BestEffort'
  return given === amounts.length ? 'Guaranteed' : 'Burstable'
}

const nanosOf = (amount: string | undefined): bigint => (amount === undefined ? 0n : parseQuantity(amount).nanos)
