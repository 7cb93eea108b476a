import { MachineDeployment } from '@skep/api'
import { nameSuffix } from '@skep/base'
import { mergePatch } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { asJson, goJson, isObject } from '@skep/schema'
import { inPlaceFields } from '../in-place.js'
import { ANNOTATIONS, FIELD_MANAGERS, FINALIZERS, LABELS } from '../names.js'
import { metadataPatch } from '../ownership.js'
import { limitsOf, strategyOf } from './limits.js'
import { rolloutFields } from './sets.js'

/** Annotations that belong to one object alone. */
const OWN_ANNOTATIONS = new Set([
  ANNOTATIONS.lastApplied,
  ANNOTATIONS.revision,
  ANNOTATIONS.revisionHistory,
  ANNOTATIONS.desiredReplicas,
  ANNOTATIONS.maxReplicas,
  ANNOTATIONS.conversionData,
])
const MAX_BASE_LENGTH = 58
/** A new set for the present template of a deployment. */
export function newSet(deployment, wish, random) {
  const { name: base, namespace } = deployment.metadata
  const { template, clusterName, selector } = deployment.spec
  const suffix = nameSuffix(random)
  const hash = { [LABELS.templateHash]: `${hashOf(goJson(rolloutFields(template.spec)))}-${suffix}` }
  return {
    metadata: {
      name: `${`${base}-`.slice(0, MAX_BASE_LENGTH)}${suffix}`,
      ...(namespace === undefined ? {} : { namespace }),
      finalizers: [FINALIZERS.set],
      ownerReferences: [controllerReference(MachineDeployment, deployment)],
      labels: setLabels(deployment, hash),
      annotations: setAnnotations(deployment, wish),
    },
    spec: {
      ...settings(deployment),
      clusterName,
      replicas: wish.replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...hash } },
      template: { ...template, metadata: templateMetadata(deployment, hash) },
    },
  }
}
/** The merge patch that makes a set what its deployment wants; undefined when it is. */
export function setPatch(deployment, set, wish) {
  const label = set.metadata.labels?.[LABELS.templateHash]
  const hash = label === undefined ? {} : { [LABELS.templateHash]: label }
  const metadata = metadataPatch(set, FIELD_MANAGERS.deployment, {
    labels: setLabels(deployment, hash),
    annotations: setAnnotations(deployment, wish),
  })
  const wanted = {
    ...settings(deployment),
    replicas: wish.replicas,
    template: { metadata: templateMetadata(deployment, hash), spec: inPlaceFields(deployment.spec.template.spec) },
  }
  const spec = mergePatch(asJson(presentFields(set)), asJson(wanted))
  if (metadata === undefined && spec === undefined) return undefined
  return { ...(metadata ? { metadata } : {}), ...(isObject(spec) ? { spec } : {}) }
}
const setLabels = ({ metadata, spec }, hash) => ({
  ...spec.template.metadata?.labels,
  ...hash,
  [LABELS.deployment]: metadata.name,
  [LABELS.cluster]: spec.clusterName,
})
function setAnnotations(deployment, { revision, isCurrent }) {
  const { desired, maxSurge } = limitsOf(deployment)
  const handedDown = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !OWN_ANNOTATIONS.has(key))
  return {
    ...Object.fromEntries(handedDown),
    ...revision,
    [ANNOTATIONS.desiredReplicas]: String(desired),
    [ANNOTATIONS.maxReplicas]: String(desired + maxSurge),
    [ANNOTATIONS.disableMachineCreate]: String(!isCurrent && strategyOf(deployment) === 'OnDelete'),
  }
}
/** What a set has of its deployment besides the template. */
function settings({ spec: { minReadySeconds, machineNamingStrategy, strategy } }) {
  const deletePolicy = strategy?.rollingUpdate?.deletePolicy
  return {
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    ...(machineNamingStrategy === undefined ? {} : { machineNamingStrategy }),
    ...(deletePolicy === undefined ? {} : { deletePolicy }),
  }
}
const templateMetadata = ({ spec: { template } }, hash) => ({
  ...template.metadata,
  labels: { ...template.metadata?.labels, ...hash },
})
/** The fields of a set that follow its deployment. */
const presentFields = ({ spec }) => ({
  minReadySeconds: spec.minReadySeconds,
  machineNamingStrategy: spec.machineNamingStrategy,
  deletePolicy: spec.deletePolicy,
  replicas: spec.replicas,
  template: { metadata: spec.template?.metadata, spec: inPlaceFields(spec.template?.spec) },
})
/** FNV-1a, 32 bits: tells templates apart for people; that names differ is up to their random end. */
function hashOf(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
//# sourceMappingURL=desired-set.js.map
