import { ClusterApiMachine, ClusterApiMachineSet } from '@skep/api'
import { hasReason } from '@skep/base'
import { controllerReference } from '@skep/controller'
import { clonedReference, createClone, findTemplate } from '../clones.js'
import { isFalse, setCondition } from '../conditions/conditions.js'
import { FIELD_MANAGERS, FINALIZERS } from '../names.js'
import { referenceOf } from '../references.js'
import { machineName } from './names.js'
import { machineAnnotations, machineLabels } from './scope.js'
/** Finds the templates; says in a condition which one is missing, and rejects then. */
export async function findTemplates(ctx, scope) {
  const { infrastructureRef, bootstrap } = scope.set.spec.template?.spec ?? {}
  const infrastructure = referenceOf(infrastructureRef)
  const config = referenceOf(bootstrap?.configRef)
  if (!infrastructure) throw new Error(`MachineSet ${scope.set.metadata.name} names no infrastructure template`)
  return {
    bootstrap: config && (await findOrReport(ctx, scope, config, 'BootstrapTemplateCloningFailed')),
    infrastructure: await findOrReport(ctx, scope, infrastructure, 'InfrastructureTemplateCloningFailed'),
  }
}
const findOrReport = (ctx, scope, reference, reason) =>
  reported(ctx, scope, reason, () => findTemplate(scope.parts.externals, reference, scope.set.metadata.namespace))
/** Says in a condition why no machine could be made. */
async function reported(ctx, scope, reason, work) {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    scope.failed = true
    setCondition(scope.set.status, isFalse('MachinesCreated', reason, 'Error', message), ctx.clock.now())
    throw error
  }
}
/** Makes machines. Each names what belongs to it before that is made, so that a restart in between is made up for. */
export async function createMachines(ctx, scope, count) {
  const { parts, set } = scope
  const templates = await findTemplates(ctx, scope)
  const machines = []
  for (let i = 0; i < count; i++) {
    ctx.signal.throwIfAborted()
    const draft = machineDraft(scope, templates, machineName(set, parts.random))
    const machine = await reported(ctx, scope, 'MachineCreationFailed', () =>
      parts.client.create(ClusterApiMachine, draft, { fieldManager: FIELD_MANAGERS.set }),
    )
    machines.push(machine)
    await equip(ctx, scope, templates, machine)
    const message = `Created Machine "${machine.metadata.name}"`
    ctx.events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message })
  }
  return machines
}
/** Makes what belongs to a machine, unless it is there. */
export async function equip(ctx, scope, templates, machine) {
  const { client } = scope.parts
  const { metadata, spec } = machine
  const options = {
    name: metadata.name,
    namespace: metadata.namespace,
    clusterName: spec.clusterName,
    owner: controllerReference(ClusterApiMachine, machine),
    labels: machineLabels(scope.set),
    annotations: machineAnnotations(scope.set),
  }
  const make = (template, reason) =>
    reported(ctx, scope, reason, () => createClone(client, template, options).catch(ignorePresent))
  if (templates.bootstrap) await make(templates.bootstrap, 'BootstrapTemplateCloningFailed')
  await make(templates.infrastructure, 'InfrastructureTemplateCloningFailed')
}
function ignorePresent(error) {
  if (!hasReason(error, 'AlreadyExists')) throw error
}
function machineDraft({ set }, { bootstrap, infrastructure }, name) {
  const { namespace } = set.metadata
  const inNamespace = namespace === undefined ? {} : { namespace }
  const made = ({ reference }) => ({ ...clonedReference(reference, name), ...inNamespace })
  const template = set.spec.template?.spec
  return {
    metadata: {
      name,
      ...inNamespace,
      labels: machineLabels(set),
      annotations: machineAnnotations(set),
      finalizers: [FINALIZERS.machine],
      ownerReferences: [controllerReference(ClusterApiMachineSet, set)],
    },
    spec: {
      ...template,
      clusterName: set.spec.clusterName,
      bootstrap: { ...template?.bootstrap, ...(bootstrap ? { configRef: made(bootstrap) } : {}) },
      infrastructureRef: made(infrastructure),
    },
  }
}
//# sourceMappingURL=creation.js.map
