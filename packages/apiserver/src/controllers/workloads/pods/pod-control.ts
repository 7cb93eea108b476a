import type { Pod, PodTemplateSpec } from '@skep/api'
import { StatusError } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView, GroupVersionKind } from '../../../contracts.ts'
import { deleteIfThere } from '../../delete-if-there.ts'
import type { EventRecorder } from '../../event-recorder.ts'
import { PODS } from '../../resources.ts'
import { controllerReference } from '../ownership.ts'

/** On whose behalf pods are made and removed, and where that is told. */
export interface PodOwner {
  readonly cluster: ClusterView
  readonly events: EventRecorder
  /** Component that events name: `replicaset-controller`. */
  readonly component: string
  readonly kind: GroupVersionKind
  readonly object: KubeObject
}

/** Longest name that leaves room for a dash and what is generated after it. */
const MAX_NAME = 252

/** The pod that a template describes, for the given owner; it gets its name when it is made. */
export function podFromTemplate({ kind, object }: PodOwner, { metadata, spec }: PodTemplateSpec): Pod {
  const name = object.metadata.name ?? ''
  const { labels, annotations, finalizers } = metadata ?? {}
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: name.length > MAX_NAME ? name : `${name}-`,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [controllerReference(kind, object)],
    },
    ...(spec && { spec }),
  }
}

/** Makes a pod and says so. Undefined when the namespace is on its way out: nobody needs the pod then. */
export async function createPod(owner: PodOwner, pod: Pod): Promise<Pod | undefined> {
  const { cluster, events, component, object } = owner
  try {
    const created = await cluster.objects.create(PODS, object.metadata.namespace ?? '', pod)
    const message = `Created pod: ${created.metadata.name}`
    events.record(cluster, object, { component, reason: 'SuccessfulCreate', message })
    return created as Pod
  } catch (error) {
    if (isNamespaceTerminating(error)) return undefined
    const message = `Error creating: ${textOf(error)}`
    events.record(cluster, object, { component, type: 'Warning', reason: 'FailedCreate', message })
    throw error
  }
}

/** Asks a pod to go and says so. One that is gone already is no failure. */
export async function deletePod(owner: PodOwner, { metadata }: Pod): Promise<void> {
  const { cluster, events, component, object } = owner
  try {
    if (!(await deleteIfThere(cluster, PODS, metadata))) return
    events.record(cluster, object, { component, reason: 'SuccessfulDelete', message: `Deleted pod: ${metadata.name}` })
  } catch (error) {
    const message = `Error deleting: ${textOf(error)}`
    events.record(cluster, object, { component, type: 'Warning', reason: 'FailedDelete', message })
    throw error
  }
}

/** Whether a write was refused because its namespace is being deleted. */
export const isNamespaceTerminating = (error: unknown): boolean =>
  error instanceof StatusError &&
  error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true

/** What an error says, whatever was thrown. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
