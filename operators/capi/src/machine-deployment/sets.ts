import {
  ClusterApiMachineSet,
  type ClusterApiMachineSpec,
  isEmptySelector,
  MachineDeployment,
  matchesSelector,
} from '@skep/api'
import { type Ctx, controllerReference, isControlledBy } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { clusterKey } from '../lookups.ts'
import { LABELS } from '../names.ts'
import { createdAt, type Deployment, isDeleting, type MachineSet, patchOwn, replicasOf, withOwner } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import { groupOf, type Reference } from '../references.ts'

/** The sets of a deployment: the one of its present template, if there is one, and the others, oldest first. */
export interface DeploymentSets {
  readonly current: MachineSet | undefined
  readonly old: readonly MachineSet[]
}

/** The sets of a deployment as they were a moment ago; those that it selects and nobody controls become its own. */
export async function findSets(ctx: Ctx, parts: ClusterApiParts, deployment: Deployment): Promise<MachineSet[]> {
  const { sets } = parts.lookups
  const known = parts.copies.sets.newest(sets.find('owner', deployment.metadata.uid))
  const own = known.filter((set) => isControlledBy(set, deployment))
  if (isDeleting(deployment) || isEmptySelector(deployment.spec.selector)) return own
  const orphans = sets
    .find('orphan', clusterKey(deployment.metadata.namespace, deployment.spec.clusterName))
    .filter(({ metadata }) => matchesSelector(deployment.spec.selector, metadata.labels))
  for (const orphan of orphans) {
    if (isDeleting(orphan)) continue
    own.push(await adopt(parts, deployment, orphan))
    const message = `Adopted MachineSet "${orphan.metadata.name}"`
    ctx.events.record(deployment, { type: 'Normal', reason: 'SuccessfulAdopt', message })
  }
  return own
}

const adopt = (
  { client, copies }: ClusterApiParts,
  deployment: Deployment,
  orphan: MachineSet,
): Promise<MachineSet> => {
  const owners = withOwner(orphan.metadata.ownerReferences, controllerReference(MachineDeployment, deployment))
  const metadata = { ownerReferences: asJson(owners), labels: { [LABELS.deployment]: deployment.metadata.name } }
  return patchOwn(client, copies.sets, orphan, { metadata })
}

/** The sets of a deployment as the server has them now: a new one must not be made because of an old copy. */
export async function listSets({ client }: ClusterApiParts, deployment: Deployment): Promise<MachineSet[]> {
  const { namespace, name } = deployment.metadata
  const { items } = await client.list(ClusterApiMachineSet, {
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector: { [LABELS.deployment]: name },
  })
  return items.filter((set) => isControlledBy(set, deployment))
}

/** Tells the set of the present template from the others. Of several, the one with the most machines is it. */
export function sortSets(ctx: Ctx, sets: readonly MachineSet[], deployment: Deployment): DeploymentSets {
  const ranked = [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || compareNames(a, b))
  const current = ranked.find((set) => isCurrent(ctx, set, deployment))
  const old = sets.filter((set) => set !== current)
  // Those of the same second must not change places from one run to the next.
  return { current, old: old.sort((a, b) => createdAt(a) - createdAt(b) || compareNames(a, b)) }
}

const compareNames = (a: MachineSet, b: MachineSet): number => (a.metadata.name < b.metadata.name ? -1 : 1)

function isCurrent({ clock, sightings }: Ctx, set: MachineSet, { spec }: Deployment): boolean {
  const after = spec.rolloutAfter === undefined ? Number.NaN : Date.parse(spec.rolloutAfter)
  const createdAt = sightings.createdAt(set)
  if (clock.now() >= after && createdAt < after) return false
  return isUpToDate(set.spec.template?.spec, spec.template.spec)
}

type MachineSpec = ClusterApiMachineSpec | undefined

/** Whether machines of one template are as another wants them. Only what takes a new machine counts. */
const isUpToDate = (a: MachineSpec, b: MachineSpec): boolean =>
  jsonEqual(asJson(rolloutFields(a)), asJson(rolloutFields(b)))

/** The part of a template that makes new machines when it changes. */
export const rolloutFields = (spec: MachineSpec) => ({
  version: spec?.version,
  failureDomain: spec?.failureDomain,
  dataSecretName: spec?.bootstrap.dataSecretName,
  bootstrap: comparable(spec?.bootstrap.configRef),
  infrastructure: comparable(spec?.infrastructureRef),
})

/** A reference in another version of the same group means the same object. */
const comparable = (reference: Reference | undefined) =>
  reference && { group: groupOf(reference.apiVersion ?? ''), kind: reference.kind, name: reference.name }
