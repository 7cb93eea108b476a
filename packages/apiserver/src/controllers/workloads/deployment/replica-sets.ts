import type { Deployment, PodTemplateSpec, ReplicaSet } from '@skep/api'
import { isSame } from '../status-writer.ts'
import type { RolloutLimits } from './limits.ts'

export const TEMPLATE_HASH = 'pod-template-hash'
export const REVISION = 'deployment.kubernetes.io/revision'
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history'
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas'
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas'

/** Annotations of a deployment that are about itself, and not copied to its sets. */
const OWN_ANNOTATIONS = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
])

const MAX_HISTORY_LENGTH = 2000

/** The sets of a deployment. */
export interface Sets {
  /** The one with the present template; undefined until it is made. */
  readonly current: ReplicaSet | undefined
  /** Those of earlier templates, oldest first. */
  readonly old: readonly ReplicaSet[]
}

export const sizeOf = ({ spec }: ReplicaSet): number => spec.replicas ?? 1
export const isActive = (set: ReplicaSet): boolean => sizeOf(set) > 0
export const allOf = ({ current, old }: Sets): ReplicaSet[] => (current ? [...old, current] : [...old])

/** Tells the set of the present template from the earlier ones. */
export function sortSets({ spec }: Deployment, sets: readonly ReplicaSet[]): Sets {
  const byAge = [...sets].sort((a, b) => compareText(ageOf(a), ageOf(b)))
  const current = byAge.find((set) => isSameTemplate(set.spec.template, spec.template))
  return { current, old: byAge.filter((set) => set !== current) }
}

const ageOf = ({ metadata }: ReplicaSet): string => `${metadata.creationTimestamp} ${metadata.name}`
const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Whether a set's template is a deployment's: it has one label more, which names it. */
export function isSameTemplate(ofSet: PodTemplateSpec, ofDeployment: PodTemplateSpec): boolean {
  return isSame(withoutHash(ofSet), withoutHash(ofDeployment))
}

function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  if (template.metadata?.labels?.[TEMPLATE_HASH] === undefined) return template
  const { [TEMPLATE_HASH]: _, ...labels } = template.metadata.labels
  return { ...template, metadata: { ...template.metadata, labels } }
}

/** The number of a set in the history of its deployment; 0 when it has none. */
export const revisionOf = ({ metadata }: ReplicaSet): number =>
  Number.parseInt(metadata.annotations?.[REVISION] ?? '0', 10) || 0

/** The number that the set of the present template must have at least. */
export const nextRevision = (old: readonly ReplicaSet[]): number => Math.max(0, ...old.map(revisionOf)) + 1

/** The annotations of the set of the present template: the deployment's, and its place in the history. */
export function setAnnotations(
  deployment: Deployment,
  before: Readonly<Record<string, string>>,
  revision: number,
): Record<string, string> {
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !OWN_ANNOTATIONS.has(key))
  const annotations = { ...before, ...Object.fromEntries(copied) }
  const past = before[REVISION]
  if ((Number.parseInt(past ?? '0', 10) || 0) >= revision) return annotations
  annotations[REVISION] = String(revision)
  // A set that becomes the present one again remembers which revisions it was before.
  if (past !== undefined) annotations[REVISION_HISTORY] = historyWith(before[REVISION_HISTORY], past)
  return annotations
}

function historyWith(history: string | undefined, revision: string): string {
  const revisions = [...(history ? history.split(',') : []), revision]
  while (revisions.length > 1 && revisions.join().length > MAX_HISTORY_LENGTH) revisions.shift()
  return revisions.join()
}

/** What a set notes of its deployment's size, to tell a change of size from a rollout. */
export const sizeAnnotations = ({ replicas, maxSurge }: RolloutLimits): Record<string, string> => ({
  [DESIRED_REPLICAS]: String(replicas),
  [MAX_REPLICAS]: String(replicas + maxSurge),
})

/** A number in an annotation of a set; undefined when it has none. */
export function annotatedNumber({ metadata }: ReplicaSet, annotation: string): number | undefined {
  const text = metadata.annotations?.[annotation]
  return text !== undefined && /^[0-9]+$/.test(text) ? Number(text) : undefined
}
