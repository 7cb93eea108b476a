import { ClusterApiCluster, isEmptySelector } from '@skep/api'
import { mergePatch } from '@skep/client'
import { hasFinalizer } from '@skep/controller'
import { asJson, isObject } from '@skep/schema'
import { ANNOTATIONS, FINALIZERS, LABELS } from '../names.js'
import { hasOwner, withOwner } from '../objects.js'
import { ownerReference } from '../ownership.js'
import { DEFAULT_MAX_SURGE, DEFAULT_MAX_UNAVAILABLE } from './limits.js'
/** The merge patch with what a deployment lacks that is new; undefined for one that has all of it. */
export function preparation(deployment, cluster) {
  const metadata = mergePatch(asJson(knownMetadata(deployment)), asJson(wantedMetadata(deployment, cluster)))
  const spec = mergePatch(asJson(deployment.spec), asJson(withDefaults(deployment)))
  if (metadata === undefined && spec === undefined) return undefined
  return { ...(isObject(metadata) ? { metadata } : {}), ...(isObject(spec) ? { spec } : {}) }
}
const knownMetadata = ({ metadata: { annotations, finalizers, labels, ownerReferences } }) => ({
  annotations,
  finalizers,
  labels,
  ownerReferences,
})
function wantedMetadata(deployment, cluster) {
  const { annotations, finalizers = [], labels, ownerReferences } = deployment.metadata
  const owner = ownerReference(ClusterApiCluster, cluster)
  return {
    annotations: { [ANNOTATIONS.revision]: '1', ...annotations },
    finalizers: hasFinalizer(deployment, FINALIZERS.deployment) ? finalizers : [...finalizers, FINALIZERS.deployment],
    labels: { ...labels, [LABELS.cluster]: deployment.spec.clusterName },
    ownerReferences: hasOwner(deployment, owner) ? ownerReferences : withOwner(ownerReferences, owner),
  }
}
/** The spec with what is usual where nothing is said. */
function withDefaults(deployment) {
  const { spec, metadata } = deployment
  const isSelecting = !isEmptySelector(spec.selector)
  const labels = { [LABELS.deployment]: metadata.name, [LABELS.cluster]: spec.clusterName }
  const { template } = spec
  return {
    ...spec,
    replicas: spec.replicas ?? initialReplicas(deployment),
    strategy: withStrategy(spec.strategy),
    ...(isSelecting
      ? {}
      : {
          selector: { matchLabels: labels },
          template: {
            ...template,
            metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } },
          },
        }),
  }
}
function withStrategy(strategy) {
  const { type = 'RollingUpdate' } = strategy ?? {}
  if (type === 'OnDelete') return { ...strategy, type }
  const usual = { maxSurge: DEFAULT_MAX_SURGE, maxUnavailable: DEFAULT_MAX_UNAVAILABLE }
  return { ...strategy, type, rollingUpdate: { ...usual, ...strategy?.rollingUpdate } }
}
/** One machine, or as many as an autoscaler keeps at least. */
function initialReplicas({ metadata, status }) {
  const [least, most] = [ANNOTATIONS.autoscalerMin, ANNOTATIONS.autoscalerMax].map((key) => metadata.annotations?.[key])
  if (least === undefined || most === undefined) return 1
  return Math.min(Math.max(status?.replicas ?? 0, Number(least)), Number(most))
}
//# sourceMappingURL=defaults.js.map
