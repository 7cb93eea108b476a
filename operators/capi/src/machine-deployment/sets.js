import { ClusterApiMachineSet, isEmptySelector, MachineDeployment, matchesSelector } from '@skep/api'
import { controllerReference, isControlledBy } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { clusterKey } from '../lookups.js'
import { LABELS } from '../names.js'
import { createdAt, isDeleting, patchObject, replicasOf, withOwner } from '../objects.js'
import { groupOf } from '../references.js'
/** The sets of a deployment as they were a moment ago; those that it selects and nobody controls become its own. */
export async function findSets(ctx, parts, deployment) {
  const { sets } = parts.lookups
  const own = sets.find('owner', deployment.metadata.uid).filter((set) => isControlledBy(set, deployment))
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
const adopt = ({ client }, deployment, orphan) => {
  const owners = withOwner(orphan.metadata.ownerReferences, controllerReference(MachineDeployment, deployment))
  const metadata = { ownerReferences: asJson(owners), labels: { [LABELS.deployment]: deployment.metadata.name } }
  return patchObject(client, ClusterApiMachineSet, orphan, { metadata })
}
/** The sets of a deployment as the server has them now: a new one must not be made because of an old copy. */
export async function listSets({ client }, deployment) {
  const { namespace, name } = deployment.metadata
  const { items } = await client.list(ClusterApiMachineSet, {
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector: { [LABELS.deployment]: name },
  })
  return items.filter((set) => isControlledBy(set, deployment))
}
/** Tells the set of the present template from the others. Of several, the one with the most machines is it. */
export function sortSets(sets, deployment, now) {
  const ranked = [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || (a.metadata.name < b.metadata.name ? -1 : 1))
  const current = ranked.find((set) => isCurrent(set, deployment, now))
  return { current, old: sets.filter((set) => set !== current).sort((a, b) => createdAt(a) - createdAt(b)) }
}
function isCurrent(set, { spec }, now) {
  const after = spec.rolloutAfter === undefined ? Number.NaN : Date.parse(spec.rolloutAfter)
  if (now >= after && createdAt(set) < after) return false
  return isUpToDate(set.spec.template?.spec, spec.template.spec)
}
/** Whether machines of one template are as another wants them. Only what takes a new machine counts. */
const isUpToDate = (a, b) => jsonEqual(asJson(rolloutFields(a)), asJson(rolloutFields(b)))
/** The part of a template that makes new machines when it changes. */
export const rolloutFields = (spec) => ({
  version: spec?.version,
  failureDomain: spec?.failureDomain,
  dataSecretName: spec?.bootstrap.dataSecretName,
  bootstrap: comparable(spec?.bootstrap.configRef),
  infrastructure: comparable(spec?.infrastructureRef),
})
/** A reference in another version of the same group means the same object. */
const comparable = (reference) =>
  reference && { group: groupOf(reference.apiVersion ?? ''), kind: reference.kind, name: reference.name }
//# sourceMappingURL=sets.js.map
