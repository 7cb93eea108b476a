import type { Deployment, ReplicaSet } from '@skep/api'
import { sumOf } from '../counts.ts'
import { controllerReference } from '../ownership.ts'
import { shortHash } from '../template-hash.ts'
import { isRolling, type RolloutLimits } from './limits.ts'
import { nextRevision, setAnnotations, sizeAnnotations, sizeOf, TEMPLATE_HASH } from './replica-sets.ts'
import { sizeOfCurrent } from './scale-plan.ts'

export const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' }

const MAX_NAME = 253

/** What a new set follows from. */
export interface NewSetInput {
  readonly deployment: Deployment
  readonly old: readonly ReplicaSet[]
  readonly limits: RolloutLimits
  /** How often the name of a set was taken. */
  readonly collisionCount: number | undefined
}

/** The set for the present template of a deployment, as it is to be made. Its name follows from the template. */
export function newReplicaSet({ deployment, old, limits, collisionCount }: NewSetInput): ReplicaSet {
  const { metadata, spec } = deployment
  const hash = shortHash(spec.template, collisionCount)
  const labels = { ...spec.template.metadata?.labels, [TEMPLATE_HASH]: hash }
  const annotations = setAnnotations(deployment, {}, nextRevision(old))
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${(metadata.name ?? '').slice(0, MAX_NAME - hash.length - 1)}-${hash}`,
      namespace: metadata.namespace ?? '',
      labels,
      annotations: { ...annotations, ...sizeAnnotations(limits) },
      ownerReferences: [controllerReference(DEPLOYMENT, deployment)],
    },
    spec: {
      replicas: sizeOfCurrent(limits, isRolling(deployment), sumOf(old, sizeOf), 0),
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [TEMPLATE_HASH]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  }
}
