import type { CronJob, Deployment, Job, PodTemplateSpec, StatefulSet } from '@skep/api'
import { HostedControlPlane } from '@skep/api'
import type { Draft } from '@skep/client'
import { controllerReference } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import { type ControlPlane, controlPlaneReleaseImage } from '../facts.ts'
import { ANNOTATIONS, LABELS, MANAGER } from '../keys.ts'
import type { ComponentDefinition } from './definition.ts'
import { isDedicated, podTemplate, type TemplateInputs } from './pod-template.ts'

/** An object as it is wanted, with its name. */
export type Wanted<T extends KubeObject> = Draft<T> & { metadata: { name: string; namespace: string } }

/** Name, owner and marks of the workload of a component. */
function workloadMetadata({ name }: ComponentDefinition, controlPlane: ControlPlane) {
  return {
    namespace: controlPlane.metadata.namespace ?? '',
    name,
    labels: { [LABELS.managedBy]: MANAGER, [LABELS.component]: name },
    annotations: { [ANNOTATIONS.releaseImage]: controlPlaneReleaseImage(controlPlane) },
    ownerReferences: [controllerReference(HostedControlPlane, controlPlane)],
  }
}

/** How many pods a component has. */
export function replicasOf(definition: ComponentDefinition, controlPlane: ControlPlane): number {
  const { metadata, spec } = controlPlane
  const debugged = metadata.annotations?.[ANNOTATIONS.debugDeployments]?.split(',') ?? []
  if (debugged.includes(definition.name)) return 0
  const usual = usualReplicas(definition, spec.controllerAvailabilityPolicy, isDedicated(metadata.annotations))
  return definition.replicasOf?.(controlPlane, usual) ?? usual
}

function usualReplicas({ replicas, isRequestServing }: ComponentDefinition, policy: string, dedicated: boolean) {
  if (policy === 'SingleReplica') return 1
  return isRequestServing && dedicated ? 2 : replicas
}

/** The Deployment of a component. */
export function deploymentOf(definition: ComponentDefinition, inputs: TemplateInputs): Wanted<Deployment> {
  const { controlPlane, behaviour } = inputs
  const replicas = replicasOf(definition, controlPlane)
  // A component that fails does so as a whole, rather than pod by pod within what a rolling update allows.
  const isRecreated = definition.isRecreated || behaviour.failureOf(definition.stage) !== undefined
  return {
    metadata: workloadMetadata(definition, controlPlane),
    spec: {
      replicas,
      revisionHistoryLimit: 2,
      selector: { matchLabels: { app: definition.name } },
      strategy: isRecreated ? { type: 'Recreate' } : rollingUpdate(replicas, definition.isRequestServing ?? false),
      template: podTemplate(definition, inputs),
    },
  }
}

/** With three pods there may be no fourth node for one more; a single one must not go before the next is there. */
function rollingUpdate(replicas: number, isRequestServing: boolean) {
  const [maxSurge, maxUnavailable] = replicas > 2 ? [0, 1] : [1, replicas === 2 && isRequestServing ? 1 : 0]
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } }
}

const DATA = 'data'

/** The StatefulSet of a component that keeps data. */
export function statefulSetOf(definition: ComponentDefinition, inputs: TemplateInputs): Wanted<StatefulSet> {
  const { controlPlane } = inputs
  const { name } = definition
  return {
    metadata: workloadMetadata(definition, controlPlane),
    spec: {
      replicas: replicasOf(definition, controlPlane),
      serviceName: `${name}-discovery`,
      podManagementPolicy: 'Parallel',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      revisionHistoryLimit: 2,
      selector: { matchLabels: { app: name } },
      template: withData(podTemplate(definition, inputs)),
      volumeClaimTemplates: [dataClaim(name, controlPlane)],
    },
  }
}

/** Lets the first container keep its data on the volume of the pod. */
function withData(template: PodTemplateSpec): PodTemplateSpec {
  const { spec, ...rest } = template
  const [first, ...others] = spec?.containers ?? []
  if (!spec || !first) return template
  const keeping = { ...first, volumeMounts: [{ name: DATA, mountPath: '/var/lib' }] }
  return { ...rest, spec: { ...spec, containers: [keeping, ...others] } }
}

function dataClaim(app: string, { spec }: ControlPlane) {
  const { size = '8Gi', storageClassName } = spec.etcd.managed?.storage.persistentVolume ?? {}
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: DATA, labels: { app } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      ...(storageClassName ? { storageClassName } : {}),
      resources: { requests: { storage: size } },
    },
  }
}

/** The Job of a component that has something to do once per release. */
export function jobOf(definition: ComponentDefinition, inputs: TemplateInputs): Wanted<Job> {
  return {
    metadata: workloadMetadata(definition, inputs.controlPlane),
    spec: { backoffLimit: 4, template: onceOnly(podTemplate(definition, inputs)) },
  }
}

/** The CronJob of a component that has something to do now and then. */
export function cronJobOf(definition: ComponentDefinition, inputs: TemplateInputs): Wanted<CronJob> {
  const { controlPlane } = inputs
  return {
    metadata: workloadMetadata(definition, controlPlane),
    spec: {
      schedule: `${minuteOf(controlPlane)} 0,12 * * *`,
      concurrencyPolicy: 'Replace',
      jobTemplate: { spec: { template: onceOnly(podTemplate(definition, inputs)) } },
    },
  }
}

const onceOnly = ({ spec, ...rest }: PodTemplateSpec): PodTemplateSpec => ({
  ...rest,
  ...(spec ? { spec: { ...spec, restartPolicy: 'Never' } } : {}),
})

/** A minute of the hour that differs from one control plane to the next, so that not all begin at once. */
const minuteOf = ({ metadata }: ControlPlane): number => Number.parseInt(metadata.uid.slice(0, 4), 16) % 60
