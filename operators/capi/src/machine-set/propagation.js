import { ClusterApiMachine } from '@skep/api'
import { mergePatch } from '@skep/client'
import { asJson, isObject } from '@skep/schema'
import { inPlaceFields } from '../in-place.js'
import { FIELD_MANAGERS } from '../names.js'
import { isDeleting, patchObject } from '../objects.js'
import { metadataPatch } from '../ownership.js'
import { referenceOf } from '../references.js'
import { machineAnnotations, machineLabels } from './scope.js'
/** Hands labels, annotations and time limits of the set on to its machines; to those that are going, the limits alone. */
export async function updateMachines(scope) {
  const updated = []
  for (const machine of scope.machines) updated.push(await updateMachine(scope, machine))
  scope.machines = updated
}
async function updateMachine(scope, machine) {
  const { parts, set } = scope
  const wanted = { labels: machineLabels(set), annotations: machineAnnotations(set) }
  const metadata = isDeleting(machine) ? undefined : metadataPatch(machine, FIELD_MANAGERS.set, wanted)
  const before = asJson(inPlaceFields(machine.spec))
  const spec = mergePatch(before, asJson(inPlaceFields(set.spec.template?.spec)))
  if (metadata === undefined && spec === undefined) return machine
  // First what belongs to the machine: once the machine has it, nobody looks there any more.
  for (const reference of [machine.spec.bootstrap.configRef, machine.spec.infrastructureRef]) {
    if (metadata) await updateExternal(scope, machine, reference, metadata)
  }
  const body = { ...(metadata ? { metadata } : {}), ...(isObject(spec) ? { spec } : {}) }
  return patchObject(parts.client, ClusterApiMachine, machine, body, FIELD_MANAGERS.set)
}
async function updateExternal({ parts }, { metadata: { namespace } }, ref, metadata) {
  const reference = referenceOf(ref)
  const object = reference && (await parts.externals.get(reference, namespace))
  const kind = object && (await parts.externals.kindOf(reference))
  if (kind) await parts.client.patch(kind, object.metadata, { type: 'merge', body: { metadata } })
}
//# sourceMappingURL=propagation.js.map
