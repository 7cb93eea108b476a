import type { NodePool } from '@skep/api'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS, CLUSTER_NAME_LABEL, MANAGED_LABEL_PREFIX } from '../annotations.ts'
import { machineSelector } from '../names.ts'
import { known, type PoolScope } from '../scope.ts'

type Texts = Readonly<Record<string, string>>

/** Nodes of these platforms that are replaced rather than updated may get pull secrets of their users. */
const USER_PULL_SECRETS = new Set(['AWS', 'Azure'])

/** Key and value of the label that selects the machines of a pool. */
export const selectorOf = ({ pool, hostedCluster }: PoolScope): string =>
  machineSelector(known(hostedCluster.spec.infraID, 'infrastructure id'), pool.spec.clusterName, pool.metadata.name)

/** Labels by which machines are selected. */
export const selectorLabels = (scope: PoolScope): Texts => ({
  [CLUSTER_NAME_LABEL]: known(scope.hostedCluster.spec.infraID, 'infrastructure id'),
  [selectorOf(scope)]: selectorOf(scope),
})

/** Labels of machines that are for their nodes. */
function nodeLabels({ spec }: NodePool): Texts {
  const labels = Object.entries(spec.nodeLabels ?? {}).map(([key, value]) => [`${MANAGED_LABEL_PREFIX}${key}`, value])
  const ownPullSecrets = spec.management.upgradeType === 'Replace' && USER_PULL_SECRETS.has(spec.platform.type)
  return {
    ...Object.fromEntries(labels),
    ...(ownPullSecrets ? { [`${MANAGED_LABEL_PREFIX}hypershift.openshift.io/nodepool-globalps-enabled`]: 'true' } : {}),
  }
}

/** Annotation of machines with the taints of their nodes. */
const taintAnnotation = ({ spec }: NodePool): Texts => ({
  [ANNOTATIONS.taints]: JSON.stringify(spec.taints ?? []),
})

/**
 * Labels and annotations of the machines of a pool, and what others put there. Cluster API hands them on to machines that
 * are there without replacing any; nodes take them once, when they join.
 */
export function templateMetadata(
  scope: PoolScope,
  present: { readonly labels?: Texts; readonly annotations?: Texts } | undefined,
  annotations: Texts,
): { labels: Record<string, string>; annotations: Record<string, string> } {
  const { pool, poolKey } = scope
  const foreign = Object.entries(present?.labels ?? {}).filter(([key]) => !key.startsWith(MANAGED_LABEL_PREFIX))
  return {
    labels: { ...Object.fromEntries(foreign), ...selectorLabels(scope), ...nodeLabels(pool) },
    annotations: { ...present?.annotations, [NODE_POOL_ANNOTATION]: poolKey, ...taintAnnotation(pool), ...annotations },
  }
}
