import { ClusterApiCluster, ClusterApiMachine, ClusterApiMachineSet } from '@skep/api'
import { type Draft, ignorePresent } from '@skep/client'
import { type Ctx, controllerReference } from '@skep/controller'
import { clonedReference, createClone, findTemplate, type Template } from '../clones.ts'
import { isFalse, setCondition } from '../conditions/conditions.ts'
import { FIELD_MANAGERS, FINALIZERS } from '../names.ts'
import type { Machine } from '../objects.ts'
import { ownerReference, takeOwnership } from '../ownership.ts'
import { type FullReference, referenceOf } from '../references.ts'
import { machineName } from './names.ts'
import { machineAnnotations, machineLabels, type SetScope } from './scope.ts'

/** What machines of a set are made from. */
export interface SetTemplates {
  readonly infrastructure: Template
  readonly bootstrap: Template | undefined
}

/** Finds the templates; says in a condition which one is missing, and rejects then. */
export async function findTemplates(ctx: Ctx, scope: SetScope): Promise<SetTemplates> {
  const { infrastructureRef, bootstrap } = scope.set.spec.template?.spec ?? {}
  const infrastructure = referenceOf(infrastructureRef)
  const config = referenceOf(bootstrap?.configRef)
  if (!infrastructure) throw new Error(`MachineSet ${scope.set.metadata.name} names no infrastructure template`)
  return {
    bootstrap: config && (await findOrReport(ctx, scope, config, 'BootstrapTemplateCloningFailed')),
    infrastructure: await findOrReport(ctx, scope, infrastructure, 'InfrastructureTemplateCloningFailed'),
  }
}

/** A template goes with the cluster of the machines that are made from it. */
const findOrReport = (ctx: Ctx, scope: SetScope, reference: FullReference, reason: string): Promise<Template> =>
  reported(ctx, scope, reason, async () => {
    const { parts, cluster, set } = scope
    const template = await findTemplate(parts.externals, reference, set.metadata.namespace)
    const owner = cluster && ownerReference(ClusterApiCluster, cluster)
    return owner ? { ...template, object: await takeOwnership(parts, reference, template.object, { owner }) } : template
  })

/** Says in a condition why no machine could be made. */
async function reported<R>(ctx: Ctx, scope: SetScope, reason: string, work: () => Promise<R>): Promise<R> {
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
export async function createMachines(ctx: Ctx, scope: SetScope, count: number): Promise<Machine[]> {
  const { parts, set } = scope
  const templates = await findTemplates(ctx, scope)
  const machines: Machine[] = []
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
export async function equip(ctx: Ctx, scope: SetScope, templates: SetTemplates, machine: Machine): Promise<void> {
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
  const make = (template: Template, reason: string) =>
    reported(ctx, scope, reason, () => createClone(client, template, options).catch(ignorePresent))
  if (templates.bootstrap) await make(templates.bootstrap, 'BootstrapTemplateCloningFailed')
  await make(templates.infrastructure, 'InfrastructureTemplateCloningFailed')
}

function machineDraft(
  { set }: SetScope,
  { bootstrap, infrastructure }: SetTemplates,
  name: string,
): Draft<ClusterApiMachine> {
  const { namespace } = set.metadata
  const inNamespace = namespace === undefined ? {} : { namespace }
  const made = ({ reference }: Template) => ({ ...clonedReference(reference, name), ...inNamespace })
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
