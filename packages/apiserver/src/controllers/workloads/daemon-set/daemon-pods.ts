import type { Affinity, DaemonSet, Pod, PodTemplateSpec } from '@skep/api'
import { isDeleted, isFinished } from '../pods/pod-state.ts'
import { daemonTolerations } from './eligibility.ts'

export const REVISION_LABEL = 'controller-revision-hash'
const TEMPLATE_GENERATION = 'pod-template-generation'
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation'
const NODE_NAME_FIELD = 'metadata.name'

/** Pods of a DaemonSet by the node they are on or meant for; those that have ended and go are left out. */
export function podsByNode(pods: readonly Pod[]): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>()
  for (const pod of pods) {
    const name = targetNode(pod)
    if (name === undefined || (isFinished(pod) && isDeleted(pod))) continue
    byNode.set(name, [...(byNode.get(name) ?? []), pod])
  }
  return byNode
}

function targetNode({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  return terms.flatMap(({ matchFields = [] }) => matchFields).find(({ key }) => key === NODE_NAME_FIELD)?.values?.[0]
}

/** The template of the pod for one node. */
export function templateFor({ metadata, spec }: DaemonSet, hash: string, nodeName: string): PodTemplateSpec {
  const { template } = spec
  const generation = metadata.annotations?.[GENERATION_ANNOTATION]
  return {
    metadata: {
      ...template.metadata,
      labels: {
        ...template.metadata?.labels,
        ...(generation !== undefined && { [TEMPLATE_GENERATION]: generation }),
        [REVISION_LABEL]: hash,
      },
    },
    spec: {
      ...template.spec!,
      tolerations: daemonTolerations(template.spec!),
      affinity: onlyOn(nodeName, template.spec?.affinity),
    },
  }
}

/** The set has chosen the node by the rules of the template already, so its name is all that the scheduler needs. */
const onlyOn = (nodeName: string, affinity: Affinity | undefined): Affinity => ({
  ...affinity,
  nodeAffinity: {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: NODE_NAME_FIELD, operator: 'In', values: [nodeName] }] }],
    },
  },
})

/** Whether a pod is of the present template. */
export const isUpdated = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[REVISION_LABEL] === hash

/** The pods of a node with the one first that counts: bound before unbound, and the oldest of those. */
export const oldestFirst = (pods: readonly Pod[]): Pod[] =>
  [...pods].sort(
    (a, b) =>
      Number(!a.spec?.nodeName) - Number(!b.spec?.nodeName) ||
      Date.parse(a.metadata.creationTimestamp ?? '') - Date.parse(b.metadata.creationTimestamp ?? '') ||
      ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
  )
