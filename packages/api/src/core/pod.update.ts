import { cloneJson, type FieldError, fieldError, type Json, jsonEqual } from '@skep/schema'
import { checkInRange } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import type { Container } from './container.ts'
import type { Pod } from './pod.ts'
import type { PodSchedulingGate, PodSpec } from './pod-spec.ts'
import type { Toleration } from './scheduling.ts'

const CHANGEABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Everything wrong with changing the spec of a pod. Most of it cannot change once the pod exists. */
export function validatePodSpecUpdate(spec: PodSpec, stored: PodSpec): FieldError[] {
  const lists = ['containers', 'initContainers'] as const
  const resized = lists.find((list) => (spec[list]?.length ?? 0) !== (stored[list]?.length ?? 0))
  if (resized) return [fieldError.forbidden(`spec.${resized}`, 'pod updates may not add or remove containers')]
  const { errors, isFinal } = validateDeadline(spec, stored)
  if (isFinal) return errors
  return [
    ...errors,
    ...validateTolerationsKept(spec.tolerations ?? [], stored.tolerations ?? []),
    ...validateGatesOnlyRemoved(spec.schedulingGates ?? [], stored.schedulingGates ?? []),
    ...validateNothingElseChanged(spec, stored),
  ]
}

/** A deadline can be set and shortened, and never taken back. */
function validateDeadline(spec: PodSpec, stored: PodSpec): { errors: FieldError[]; isFinal: boolean } {
  const at = 'spec.activeDeadlineSeconds'
  const { activeDeadlineSeconds: seconds } = spec
  const before = stored.activeDeadlineSeconds
  if (seconds === undefined) {
    const detail = 'must not update from a positive integer to nil value'
    return { errors: before === undefined ? [] : [fieldError.invalid(at, null, detail)], isFinal: false }
  }
  const outOfRange = invalid(at, seconds, checkInRange(seconds, 0, 2 ** 31 - 1))
  if (outOfRange.length > 0) return { errors: outOfRange, isFinal: true }
  return before !== undefined && before < seconds
    ? { errors: [fieldError.invalid(at, seconds, 'must be less than or equal to previous value')], isFinal: true }
    : { errors: [], isFinal: false }
}

function validateTolerationsKept(tolerations: readonly Toleration[], stored: readonly Toleration[]): FieldError[] {
  const withoutSeconds = ({ tolerationSeconds: _seconds, ...rest }: Toleration): Json => rest
  const isKept = (old: Toleration) => tolerations.some((each) => jsonEqual(withoutSeconds(each), withoutSeconds(old)))
  return stored.every(isKept)
    ? []
    : [fieldError.forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')]
}

const validateGatesOnlyRemoved = (
  gates: readonly PodSchedulingGate[],
  stored: readonly PodSchedulingGate[],
): FieldError[] =>
  gates.flatMap(({ name }, index) =>
    stored.some((gate) => gate.name === name)
      ? []
      : [
          fieldError.forbidden(
            `spec.schedulingGates[${index}].name`,
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  )

function validateNothingElseChanged(spec: PodSpec, stored: PodSpec): FieldError[] {
  const rest = withChangeableFieldsOf(spec, stored)
  const changed = Object.keys({ ...rest, ...stored }).filter(
    (name) => !jsonEqual(member(rest, name), member(stored, name)),
  )
  return changed.length === 0
    ? []
    : [fieldError.forbidden('spec', `${CHANGEABLE}\nchanged: ${changed.sort().join(', ')}`)]
}

// Specs are JSON; only their type says which members there are.
const member = (spec: PodSpec, name: string): Json | undefined => (spec as unknown as Record<string, Json>)[name]

/** The new spec, but with the old values of all that may change. */
function withChangeableFieldsOf(spec: PodSpec, stored: PodSpec): PodSpec {
  const rest = cloneJson(spec as unknown as Json) as unknown as PodSpec
  restoreImages(rest.containers, stored.containers)
  restoreImages(rest.initContainers, stored.initContainers)
  const names: (keyof PodSpec)[] = ['activeDeadlineSeconds', 'tolerations', 'schedulingGates']
  if ((stored.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1) {
    names.push('terminationGracePeriodSeconds')
  }
  // A pod that is not scheduled yet may still narrow where it goes.
  if (stored.schedulingGates?.length) names.push('nodeSelector', 'affinity')
  for (const name of names) restore(rest, stored, name)
  return rest
}

function restore<K extends keyof PodSpec>(spec: PodSpec, stored: PodSpec, name: K): void {
  if (stored[name] === undefined) delete spec[name]
  else spec[name] = stored[name]
}

function restoreImages(containers: Container[] | undefined, stored: Container[] | undefined): void {
  for (const [index, container] of (containers ?? []).entries()) {
    const image = stored?.[index]?.image
    if (image === undefined) delete container.image
    else container.image = image
  }
}

/** Everything wrong with a change through the `ephemeralcontainers` subresource: containers are only added. */
export function validateEphemeralContainersUpdate({ spec }: Pod, stored: Pod): FieldError[] {
  const at = 'spec.ephemeralContainers'
  if (stored.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) {
    return [fieldError.forbidden('', 'static pods do not support ephemeral containers')]
  }
  return (stored.spec?.ephemeralContainers ?? []).flatMap((old) => {
    const now = spec?.ephemeralContainers?.find(({ name }) => name === old.name)
    const name = JSON.stringify(old.name)
    if (now === undefined)
      return [fieldError.forbidden(at, `existing ephemeral containers ${name} may not be removed\n`)]
    return jsonEqual(now, old)
      ? []
      : [fieldError.forbidden(at, `existing ephemeral containers ${name} may not be changed\n`)]
  })
}
