import { ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { nameSuffix, type Random } from '@skep/base'
import { type Client, type Draft, mergePatch } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { asJson, goJson, isObject, type JsonObject } from '@skep/schema'
import { inPlaceFields } from '../in-place.ts'
import { ANNOTATIONS, FIELD_MANAGERS, FINALIZERS, LABELS } from '../names.ts'
import type { Deployment, MachineSet } from '../objects.ts'
import { metadataPatch } from '../ownership.ts'
import { limitsOf, strategyOf } from './limits.ts'
import { rolloutFields } from './sets.ts'

/** Annotations that belong to one object alone. */
const OWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  ANNOTATIONS.lastApplied,
  ANNOTATIONS.revision,
  ANNOTATIONS.revisionHistory,
  ANNOTATIONS.desiredReplicas,
  ANNOTATIONS.maxReplicas,
  ANNOTATIONS.conversionData,
])

const MAX_BASE_LENGTH = 58

/** What a deployment wants of one of its sets. */
export interface SetWish {
  /** How many machines. */
  readonly replicas: number
  /** The annotations that number it. */
  readonly revision: Readonly<Record<string, string>>
  readonly isCurrent: boolean
}

/** A new set for the present template of a deployment. */
export function newSet(deployment: Deployment, wish: SetWish, random: Random): Draft<ClusterApiMachineSet> {
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
export async function setPatch(
  client: Client,
  deployment: Deployment,
  set: MachineSet,
  wish: SetWish,
): Promise<JsonObject | undefined> {
  const label = set.metadata.labels?.[LABELS.templateHash]
  const hash: Labels = label === undefined ? {} : { [LABELS.templateHash]: label }
  const metadata = await metadataPatch(client, ClusterApiMachineSet, set, {
    manager: FIELD_MANAGERS.deployment,
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

type Labels = Readonly<Record<string, string>>

const setLabels = ({ metadata, spec }: Deployment, hash: Labels): Record<string, string> => ({
  ...spec.template.metadata?.labels,
  ...hash,
  [LABELS.deployment]: metadata.name,
  [LABELS.cluster]: spec.clusterName,
})

function setAnnotations(deployment: Deployment, { revision, isCurrent }: SetWish): Record<string, string> {
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
function settings({ spec: { minReadySeconds, machineNamingStrategy, strategy } }: Deployment) {
  const deletePolicy = strategy?.rollingUpdate?.deletePolicy
  return {
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    ...(machineNamingStrategy === undefined ? {} : { machineNamingStrategy }),
    ...(deletePolicy === undefined ? {} : { deletePolicy }),
  }
}

const templateMetadata = ({ spec: { template } }: Deployment, hash: Labels) => ({
  ...template.metadata,
  labels: { ...template.metadata?.labels, ...hash },
})

/** The fields of a set that follow its deployment. */
const presentFields = ({ spec }: MachineSet) => ({
  minReadySeconds: spec.minReadySeconds,
  machineNamingStrategy: spec.machineNamingStrategy,
  deletePolicy: spec.deletePolicy,
  replicas: spec.replicas,
  template: { metadata: spec.template?.metadata, spec: inPlaceFields(spec.template?.spec) },
})

/** FNV-1a, 32 bits: tells templates apart for people; that names differ is up to their random end. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
