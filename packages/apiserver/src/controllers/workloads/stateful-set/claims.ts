import type { PersistentVolumeClaim, Pod, StatefulSet } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject, OwnerReference } from '@skep/schema'
import { PERSISTENT_VOLUME_CLAIMS } from '../../resources.ts'
import { controllerReference } from '../ownership.ts'
import { textOf } from '../pods/pod-control.ts'
import { isDeleted } from '../pods/pod-state.ts'
import { isSame } from '../status-writer.ts'
import { isWanted } from './ordinals.ts'
import { type SetScope, STATEFUL_SET, tell } from './scope.ts'

const POD = { group: '', version: 'v1', kind: 'Pod' }

/** Name of the claim that a member has for a template. */
export const claimName = ({ metadata }: StatefulSet, template: PersistentVolumeClaim, ordinal: number): string =>
  `${template.metadata.name}-${metadata.name}-${ordinal}`

const templatesOf = ({ spec }: StatefulSet): readonly PersistentVolumeClaim[] => spec.volumeClaimTemplates ?? []

function findClaim({ cluster, set }: SetScope, name: string): PersistentVolumeClaim | undefined {
  return cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, set.metadata.namespace ?? '', name) as
    | PersistentVolumeClaim
    | undefined
}

/** Whether a claim still belongs to the member before, and goes with it: the next one must not get it. */
export function hasStaleClaim(scope: SetScope, ordinal: number): boolean {
  const podName = `${scope.set.metadata.name}-${ordinal}`
  return templatesOf(scope.set).some((template) => {
    const claim = findClaim(scope, claimName(scope.set, template, ordinal))
    return claim?.metadata.ownerReferences?.some(({ kind, name }) => kind === 'Pod' && name === podName) ?? false
  })
}

/** Makes the claims of a member that are not there yet. */
export async function createClaims(scope: SetScope, ordinal: number): Promise<void> {
  const { set } = scope
  for (const template of templatesOf(set)) {
    const name = claimName(set, template, ordinal)
    const found = findClaim(scope, name)
    if (found && !isDeleted(found)) continue
    if (found) throw new Error(`pvc ${name} is being deleted`)
    await createClaim(scope, template, ordinal)
  }
}

async function createClaim(scope: SetScope, template: PersistentVolumeClaim, ordinal: number): Promise<void> {
  const { cluster, set } = scope
  const namespace = set.metadata.namespace ?? ''
  const name = claimName(set, template, ordinal)
  const { labels, annotations, finalizers } = template.metadata
  const claim = {
    ...template,
    metadata: {
      name,
      namespace,
      labels: { ...labels, ...set.spec.selector.matchLabels },
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
    },
  }
  const member = `${set.metadata.name}-${ordinal}`
  try {
    await cluster.objects.create(PERSISTENT_VOLUME_CLAIMS, namespace, claim)
    const message = `create Claim ${name} Pod ${member} in StatefulSet ${set.metadata.name} success`
    tell(scope, { reason: 'SuccessfulCreate', message })
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return
    const what = `create Claim ${name} for Pod ${member} in StatefulSet ${set.metadata.name}`
    tell(scope, { type: 'Warning', reason: 'FailedCreate', message: `${what} failed error: ${textOf(error)}` })
    throw error
  }
}

/** Gives the claims of a member the owner that the set's policy wants, so that they go when it says. */
export async function keepClaimOwners(scope: SetScope, ordinal: number, pod: Pod): Promise<void> {
  const { cluster, set } = scope
  const wanted = wantedOwner(set, ordinal, pod)
  const isOurs = ({ uid }: OwnerReference): boolean => uid === set.metadata.uid || uid === pod.metadata.uid
  for (const template of templatesOf(set)) {
    const change = (claim: KubeObject): KubeObject | undefined => {
      const { ownerReferences = [], ...rest } = claim.metadata
      const others = ownerReferences.filter((reference) => !isOurs(reference))
      const isForeign = others.some(({ controller }) => controller === true)
      const next = wanted && !isForeign ? [...others, wanted] : others
      if (isSame(next, ownerReferences)) return undefined
      return { ...claim, metadata: next.length > 0 ? { ...rest, ownerReferences: next } : rest }
    }
    const name = claimName(set, template, ordinal)
    await cluster.objects.modify(PERSISTENT_VOLUME_CLAIMS, set.metadata.namespace ?? '', name, change)
  }
}

function wantedOwner(set: StatefulSet, ordinal: number, pod: Pod): OwnerReference | undefined {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = set.spec.persistentVolumeClaimRetentionPolicy ?? {}
  const isScaledDown = !isWanted(set, ordinal)
  if (isScaledDown && whenScaled === 'Delete') return controllerReference(POD, pod)
  return whenDeleted === 'Delete' ? controllerReference(STATEFUL_SET, set) : undefined
}
