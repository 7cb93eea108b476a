import { Deployment } from '@skep/api'
import type { Draft } from '@skep/client'
import { addFinalizer, dropFinalizer } from '@skep/controller'
import { type ComponentDefinition, component, container } from '../../control-plane/components/definition.ts'
import { podTemplate, type TemplateInputs } from '../../control-plane/components/pod-template.ts'
import { reportComponent } from '../../control-plane/components/report.ts'
import { isAsWanted } from '../../control-plane/components/run-workload.ts'
import { deploymentState, missingWorkload } from '../../control-plane/components/workload-state.ts'
import { replicasOf } from '../../control-plane/components/workloads.ts'
import { ensureObject } from '../../control-plane/ensure.ts'
import { ANNOTATIONS as CONTROL_PLANE_ANNOTATIONS, LABELS, MANAGER } from '../../control-plane/keys.ts'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import { capiClusterOf } from '../capi-cluster.ts'
import { platformOf } from '../infrastructure/platforms.ts'
import { COMPONENT_FINALIZER } from '../keys.ts'
import { hasAnnotation, type Scope } from '../scope.ts'

/** The deployments without which machines would be left behind. */
export const MACHINE_COMPONENTS = ['cluster-api', 'capi-provider'] as const

/** These start at once: what a control plane takes is the time of its own components. */
const AT_ONCE = { durationMs: () => 0, failureOf: () => undefined }

const definition = (name: string, containerName: string, image: string, memory: string): ComponentDefinition =>
  component(name, [container(containerName, image, '10m', memory)], { needsManagementApi: true })

/** The deployments that are made for a hosted cluster rather than for its control plane. */
function definitionsOf({ hostedCluster }: Scope): ComponentDefinition[] {
  const operator = definition('control-plane-operator', 'control-plane-operator', 'hypershift', '80Mi')
  if (hasAnnotation(hostedCluster, CONTROL_PLANE_ANNOTATIONS.disableMachineManagement)) return [operator]
  const { providerImage } = platformOf(hostedCluster)
  const manager = definition('cluster-api', 'manager', 'cluster-capi-controllers', '40Mi')
  return providerImage === undefined
    ? [operator, manager]
    : [operator, manager, definition('capi-provider', 'manager', providerImage, '10Mi')]
}

/** Makes the deployments that look after the control plane and its machines, and says how each is. */
export async function ensureDeployments(scope: Scope): Promise<void> {
  const { parts, namespace, controlPlane, release } = scope
  if (!controlPlane || !release) throw new Error('release image is not available')
  const reporting = { parts, namespace, controlPlane, ctx: parts, objects: parts.reads }
  for (const wanted of definitionsOf(scope)) {
    const ref = { namespace, name: wanted.name }
    const known = parts.reads.deployments.get(ref)
    const deployment = deploymentOf(scope, wanted, { controlPlane, release })
    await ensureObject(parts.client, parts.reads.deployments, deployment, { isFine })
    const state = known ? deploymentState(known) : missingWorkload('deployments.apps', wanted.name)
    await reportComponent(reporting, release, wanted, parts.reads.componentCopies.get(ref), { state, waitsFor: [] })
  }
}

/** Who else holds a Deployment is not for this to say. */
function isFine(found: Deployment, { metadata: { finalizers, ...metadata }, ...rest }: Draft<Deployment>): boolean {
  const others = { ...rest, metadata }
  return isAsWanted(found, others)
}

/** The deployments must outlive the machines that they remove. Without any, nobody who deletes them has to wait. */
export async function holdDeployments(scope: Scope): Promise<void> {
  const { parts, namespace } = scope
  for (const name of MACHINE_COMPONENTS) {
    const known = parts.reads.deployments.get({ namespace, name })
    if (known?.metadata.deletionTimestamp === undefined) {
      if (known) await addFinalizer(parts.client, Deployment, known, COMPONENT_FINALIZER)
    } else if (!capiClusterOf(scope)) {
      await dropFinalizer(parts.client, Deployment, known, COMPONENT_FINALIZER)
    }
  }
}

function deploymentOf(
  { hostedCluster, namespace }: Scope,
  wanted: ComponentDefinition,
  inputs: Pick<TemplateInputs, 'controlPlane' | 'release'>,
) {
  const { name } = wanted
  const template = podTemplate(wanted, { ...inputs, behaviour: AT_ONCE })
  const { metadata } = hostedCluster
  const isHeld = MACHINE_COMPONENTS.some((component) => component === name)
  return {
    metadata: {
      namespace,
      name,
      labels: { [LABELS.managedBy]: MANAGER },
      annotations: { [HOSTED_CLUSTER_ANNOTATION]: `${metadata.namespace}/${metadata.name}` },
      ...(isHeld ? { finalizers: [COMPONENT_FINALIZER] } : {}),
    },
    spec: {
      replicas: replicasOf(wanted, inputs.controlPlane),
      revisionHistoryLimit: 2,
      selector: { matchLabels: { app: name } },
      template: { ...template, spec: { ...template.spec!, serviceAccountName: name } },
    },
  }
}
