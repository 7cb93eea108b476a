import { ClusterApiMachine, ClusterApiMachineSet, isEmptySelector, matchesSelector } from '@skep/api'
import { type Ctx, controllerReference, isControlledBy } from '@skep/controller'
import { asJson } from '@skep/schema'
import { clusterKey } from '../lookups.ts'
import { LABELS } from '../names.ts'
import { isDeleting, type Machine, patchOwn, withOwner } from '../objects.ts'
import type { SetScope } from './scope.ts'

/** The machines of a set as they were a moment ago; those that it selects and nobody controls become its own. */
export async function findMachines(ctx: Ctx, { parts, set }: SetScope): Promise<Machine[]> {
  const { machines } = parts.lookups
  const known = parts.copies.machines.newest(machines.find('owner', set.metadata.uid))
  const own = known.filter((machine) => isControlledBy(machine, set))
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

const adopt = ({ client, copies }: SetScope['parts'], set: SetScope['set'], orphan: Machine): Promise<Machine> => {
  const owners = withOwner(orphan.metadata.ownerReferences, controllerReference(ClusterApiMachineSet, set))
  return patchOwn(client, copies.machines, orphan, { metadata: { ownerReferences: asJson(owners) } })
}

/** The machines of a set as the server has them now: what is made or deleted must not be decided on an old copy. */
export async function listMachines({ parts, set }: SetScope): Promise<Machine[]> {
  const { namespace, name } = set.metadata
  const { items } = await parts.client.list(ClusterApiMachine, {
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector: { [LABELS.set]: name },
  })
  return items.filter((machine) => isControlledBy(machine, set))
}
