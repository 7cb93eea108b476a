import { Pod, type PodTemplateSpec } from '@skep/api'
import type { Client, Informer } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { POD_ANNOTATIONS } from '@skep/sim'
import { covers, ensureObject, removeObject } from '../ensure.ts'
import { ANNOTATIONS } from '../keys.ts'
import type { ControlPlaneObjects } from '../objects.ts'
import type { ComponentDefinition, WorkloadKind } from './definition.ts'
import type { TemplateInputs } from './pod-template.ts'
import {
  cronJobState,
  deploymentState,
  jobState,
  missingWorkload,
  statefulSetState,
  type WorkloadState,
} from './workload-state.ts'
import { cronJobOf, deploymentOf, jobOf, statefulSetOf } from './workloads.ts'

/** What workloads are run with. */
export interface WorkloadServices {
  readonly client: Client
  readonly objects: ControlPlaneObjects
}

const RESOURCES: Readonly<Record<WorkloadKind, string>> = {
  Deployment: 'deployments.apps',
  StatefulSet: 'statefulsets.apps',
  Job: 'jobs.batch',
  CronJob: 'cronjobs.batch',
}

interface Templated {
  readonly spec?: { readonly template?: PodTemplateSpec } | undefined
}

const templateOf = ({ spec }: Templated): PodTemplateSpec => spec?.template ?? {}

/** Whether a workload is as wanted. Of its pods, also what is there but no longer wanted makes a difference. */
export function isAsWanted(found: Templated, wanted: Templated): boolean {
  const [now, then] = [templateOf(found), templateOf(wanted)]
  const same = (a: object | undefined, b: object | undefined) => jsonEqual(asJson(a ?? {}), asJson(b ?? {}))
  return (
    covers(asJson(found), asJson(wanted)) &&
    same(now.metadata?.labels, then.metadata?.labels) &&
    same(now.metadata?.annotations, then.metadata?.annotations) &&
    same(now.spec?.nodeSelector, then.spec?.nodeSelector)
  )
}

/** How long the pods of a workload take to start. */
export function startDelayOf({ objects }: WorkloadServices, { kind, name }: ComponentDefinition, namespace: string) {
  const found = informerOf(objects, kind).get({ namespace, name })
  return found && templateOf(found as Templated).metadata?.annotations?.[POD_ANNOTATIONS.startDelay]
}

/** Brings the workload of a component to what is wanted, and says how far it is. */
export async function runWorkload(
  services: WorkloadServices,
  definition: ComponentDefinition,
  inputs: TemplateInputs,
): Promise<WorkloadState> {
  const { kind, name } = definition
  const { namespace } = inputs.controlPlane.metadata
  const isNew = !informerOf(services.objects, kind).get({ namespace, name })
  const state = await ensureWorkload(services, definition, inputs)
  return state ? { ...state, isNew } : missingWorkload(RESOURCES[kind], name)
}

async function ensureWorkload(
  services: WorkloadServices,
  definition: ComponentDefinition,
  inputs: TemplateInputs,
): Promise<WorkloadState | undefined> {
  const { client, objects } = services
  const options = { isFine: isAsWanted }
  switch (definition.kind) {
    case 'Deployment': {
      const found = await ensureObject(client, objects.deployments, deploymentOf(definition, inputs), options)
      return found && deploymentState(found)
    }
    case 'StatefulSet':
      return runStatefulSet(services, definition, inputs)
    case 'Job':
      return runJob(services, definition, inputs)
    case 'CronJob': {
      const found = await ensureObject(client, objects.cronJobs, cronJobOf(definition, inputs))
      return found && cronJobState(definition.name)
    }
  }
}

/** A StatefulSet replaces its pods one by one; where they are to fail, they fail together. */
async function runStatefulSet(
  { client, objects }: WorkloadServices,
  definition: ComponentDefinition,
  inputs: TemplateInputs,
): Promise<WorkloadState | undefined> {
  const wanted = statefulSetOf(definition, inputs)
  const former = objects.statefulSets.get(wanted.metadata)
  const isFailing = fails(templateOf(wanted)) && former !== undefined && !fails(templateOf(former))
  const found = await ensureObject(client, objects.statefulSets, wanted, { isFine: isAsWanted })
  const { namespace } = wanted.metadata
  if (isFailing) await client.deleteCollection(Pod, { namespace, labelSelector: { app: definition.name } })
  return found && statefulSetState(found)
}

const fails = ({ metadata }: PodTemplateSpec): boolean => metadata?.annotations?.[POD_ANNOTATIONS.neverReady] === 'true'

/** The pods of a Job cannot be changed, so one of another release is replaced. */
async function runJob(
  { client, objects }: WorkloadServices,
  definition: ComponentDefinition,
  inputs: TemplateInputs,
): Promise<WorkloadState | undefined> {
  const wanted = jobOf(definition, inputs)
  const found = objects.jobs.get(wanted.metadata)
  if (
    found &&
    found.metadata.annotations?.[ANNOTATIONS.releaseImage] !== wanted.metadata.annotations?.[ANNOTATIONS.releaseImage]
  ) {
    await removeObject(client, objects.jobs, wanted.metadata)
    return undefined
  }
  const job = await ensureObject(client, objects.jobs, wanted, { isFine: () => true })
  return job && jobState(job)
}

/** How far the workload of a component is, without touching it. */
export function peekWorkload(
  { objects }: WorkloadServices,
  { kind, name }: ComponentDefinition,
  namespace: string,
): WorkloadState {
  const ref = { namespace, name }
  const missing = () => missingWorkload(RESOURCES[kind], name)
  switch (kind) {
    case 'Deployment':
      return stateIfFound(objects.deployments.get(ref), deploymentState) ?? missing()
    case 'StatefulSet':
      return stateIfFound(objects.statefulSets.get(ref), statefulSetState) ?? missing()
    case 'Job':
      return stateIfFound(objects.jobs.get(ref), jobState) ?? missing()
    case 'CronJob':
      return objects.cronJobs.get(ref) ? cronJobState(name) : missing()
  }
}

const stateIfFound = <T>(found: T | undefined, stateOf: (found: T) => WorkloadState): WorkloadState | undefined =>
  found && stateOf(found)

/** Removes the workload of a component. */
export const removeWorkload = (
  { client, objects }: WorkloadServices,
  { kind, name }: ComponentDefinition,
  namespace: string,
): Promise<void> => removeObject(client, informerOf(objects, kind), { namespace, name })

function informerOf(objects: ControlPlaneObjects, kind: WorkloadKind): Informer {
  const informers = {
    Deployment: objects.deployments,
    StatefulSet: objects.statefulSets,
    Job: objects.jobs,
    CronJob: objects.cronJobs,
  }
  // Whoever asks reads what all workloads have in common.
  return informers[kind] as unknown as Informer
}
