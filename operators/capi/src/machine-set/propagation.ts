import { type DynamicObject, mergePatch } from '@skep/client'
import { asJson, isObject, type JsonObject } from '@skep/schema'
import { inPlaceFields } from '../in-place.ts'
import { FIELD_MANAGERS } from '../names.ts'
import { isDeleting, type Machine, patchOwn } from '../objects.ts'
import { metadataPatch } from '../ownership.ts'
import { type Reference, referenceOf } from '../references.ts'
import { machineAnnotations, machineLabels, type SetScope } from './scope.ts'

/** Hands labels, annotations and time limits of the set on to its machines; to those that are going, the limits alone. */
export async function updateMachines(scope: SetScope): Promise<void> {
  const updated: Machine[] = []
  for (const machine of scope.machines) updated.push(await updateMachine(scope, machine))
  scope.machines = updated
}

async function updateMachine(scope: SetScope, machine: Machine): Promise<Machine> {
  const { parts, set } = scope
  const { client, copies } = parts
  const wanted = { manager: FIELD_MANAGERS.set, labels: machineLabels(set), annotations: machineAnnotations(set) }
  const metadata = isDeleting(machine) ? undefined : await metadataPatch(client, copies.machines.kind, machine, wanted)
  const before = asJson(inPlaceFields(machine.spec))
  const spec = mergePatch(before, asJson(inPlaceFields(set.spec.template?.spec)))
  if (metadata === undefined && spec === undefined) return machine
  // First what belongs to the machine: once the machine has it, nobody looks there any more.
  for (const reference of [machine.spec.bootstrap.configRef, machine.spec.infrastructureRef]) {
    if (metadata) await updateExternal(scope, machine, reference, metadata)
  }
  const body: JsonObject = { ...(metadata ? { metadata } : {}), ...(isObject(spec) ? { spec } : {}) }
  return patchOwn(client, copies.machines, machine, body, FIELD_MANAGERS.set)
}

async function updateExternal(
  { parts }: SetScope,
  { metadata: { namespace } }: Machine,
  ref: Reference | undefined,
  metadata: JsonObject,
): Promise<void> {
  const reference = referenceOf(ref)
  const object = reference && (await parts.externals.get(reference, namespace))
  const kind = object && (await parts.externals.kindOf(reference))
  if (kind) await parts.client.patch<DynamicObject>(kind, object.metadata, { type: 'merge', body: { metadata } })
}
