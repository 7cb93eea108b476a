import { ClusterApiMachine, ClusterApiMachineSet, isEmptySelector, matchesSelector } from '@skep/api'
import { controllerReference, isControlledBy } from '@skep/controller'
import { asJson } from '@skep/schema'
import { clusterKey } from '../lookups.js'
import { LABELS } from '../names.js'
import { isDeleting, patchObject, withOwner } from '../objects.js'
/** The machines of a set as they were a moment ago; those that it selects and nobody controls become its own. */
export async function findMachines(ctx, { parts, set }) {
  const { machines } = parts.lookups
  const own = machines.find('owner', set.metadata.uid).filter((machine) => isControlledBy(machine, set))
  if (isDeleting(set) || isEmptySelector(set.spec.selector)) return own
  const orphans = machines
    .find('orphan', clusterKey(set.metadata.namespace, set.spec.clusterName))
    .filter(({ metadata }) => matchesSelector(set.spec.selector, metadata.labels))
  for (const orphan of orphans) {
    if (isDeleting(orphan)) continue
    own.push(await adopt(parts, set, orphan))
    const message = `Adopted Machine "${orphan.metadata.name}"`
    ctx.events.record(set, { type: 'Normal', reason: 'SuccessfulAdopt', message })
  }
  return own
}
const adopt = ({ client }, set, orphan) => {
  const owners = withOwner(orphan.metadata.ownerReferences, controllerReference(ClusterApiMachineSet, set))
  return patchObject(client, ClusterApiMachine, orphan, { metadata: { ownerReferences: asJson(owners) } })
}
/** The machines of a set as the server has them now: what is made or deleted must not be decided on an old copy. */
export async function listMachines({ parts, set }) {
  const { namespace, name } = set.metadata
  const { items } = await parts.client.list(ClusterApiMachine, {
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector: { [LABELS.set]: name },
  })
  return items.filter((machine) => isControlledBy(machine, set))
}
//# sourceMappingURL=machines.js.map
