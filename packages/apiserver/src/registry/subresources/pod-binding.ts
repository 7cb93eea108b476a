import type { Pod } from '@skep/api'
import { fieldError, goErrors, type ObjectMeta } from '@skep/schema'
import { badRequest, conflict, plainFailure } from '../errors.ts'
import { rewriteObject } from '../rewrite.ts'
import type { Target } from '../target.ts'
import { setPodCondition } from './pod-condition.ts'

/** Which node a pod is to run on. */
export interface Binding {
  metadata?: ObjectMeta
  target?: { kind?: string; name?: string }
}

const BINDING = { group: '', resource: 'pods/binding' }
const PODS = { group: '', resource: 'pods' }

/** Binds a pod to a node: what a scheduler does. Throws Conflict when it is bound already. */
export async function bindPod(
  target: Target,
  at: { namespace: string; name: string; dryRun?: boolean | undefined },
  binding: Binding,
): Promise<void> {
  checkBinding(binding, at.name)
  const { annotations = {}, labels = {} } = binding.metadata ?? {}
  await rewriteObject(target, at, (object) => {
    // The target is pods, so its objects are.
    const pod = object as Pod
    checkPod(pod, binding, at.name)
    pod.spec!.nodeName = binding.target!.name!
    const { metadata } = pod
    if (Object.keys(annotations).length > 0) metadata.annotations = { ...metadata.annotations, ...annotations }
    if (Object.keys(labels).length > 0) metadata.labels = { ...metadata.labels, ...labels }
    delete pod.status?.nominatedNodeName
    setPodCondition(pod, { type: 'PodScheduled', status: 'True' }, target.services.clock.now())
  })
}

function checkBinding({ metadata, target = {} }: Binding, name: string): void {
  if (metadata?.name !== name) throw badRequest('name in URL does not match name in Binding object')
  const { kind = '' } = target
  const errors = [
    ...(kind === '' || kind === 'Node' ? [] : [fieldError.notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(target.name ? [] : [fieldError.required('target.name')]),
  ]
  if (errors.length === 0) return
  throw plainFailure(goErrors(errors.map(({ field, message }) => `${field}: ${message}`)))
}

function checkPod({ metadata, spec }: Pod, binding: Binding, name: string): void {
  const { uid, resourceVersion } = binding.metadata ?? {}
  if (uid && uid !== metadata.uid) {
    throw conflict(PODS, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`)
  }
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) throw conflict(PODS, name)
  if (metadata.deletionTimestamp !== undefined) {
    throw conflict(BINDING, name, `pod ${name} is being deleted, cannot be assigned to a host`)
  }
  if (spec?.nodeName) throw conflict(BINDING, name, `pod ${name} is already assigned to node "${spec.nodeName}"`)
  if (spec?.schedulingGates?.length) throw conflict(BINDING, name, `pod ${name} has non-empty .spec.schedulingGates`)
}
