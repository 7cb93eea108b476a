import { type FieldError, fieldError } from '@skep/schema'
import type { PodSpec, PodTemplateSpec } from '../core/pod-spec.ts'
import { matchesSelector, printedSelector, validateLabelSelector } from '../meta/label-selector.ts'
import { checkDnsLabel } from '../meta/names.ts'
import { validateKept } from '../rules/equal.ts'
import type { Job } from './job.ts'
import { validateGeneratedSelector } from './job-labels.ts'
import type { JobSpec } from './job-spec.ts'
import { validateJobSpec } from './job-spec.validate.ts'
import { hasCondition } from './job-state.ts'

/** Everything wrong with a Job. */
export const validateJob = (job: Job): FieldError[] => [
  ...validateGeneratedSelector(job),
  ...validateJobSpec(job.spec, 'spec'),
  ...validateSelector(job.spec),
  ...validateHostNames(job),
]

function validateSelector({ selector, template }: JobSpec): FieldError[] {
  if (selector === undefined) return [fieldError.required('spec.selector')]
  const errors = validateLabelSelector(selector, 'spec.selector')
  const labels = template.metadata?.labels
  if (errors.length > 0 || matchesSelector(selector, labels)) return errors
  const detail = '`selector` does not match template `labels`'
  return [fieldError.invalid('spec.template.metadata.labels', labels, detail)]
}

/** Pods of an indexed Job have its name and their index for a host name. */
function validateHostNames({ metadata, spec }: Job): FieldError[] {
  if (spec.completionMode !== 'Indexed' || !spec.completions || spec.completions < 0) return []
  const longest = `${metadata.name}-${spec.completions - 1}`
  if (checkDnsLabel(longest).length === 0) return []
  const detail = `will not able to create pod with invalid DNS label: ${longest}`
  return [fieldError.invalid('metadata.name', metadata.name, detail)]
}

/** Everything wrong with changing a Job. */
export const validateJobUpdate = (job: Job, stored: Job): FieldError[] => [
  ...validateCompletions(job.spec, stored.spec),
  ...validateKept(
    job.spec.selector,
    stored.spec.selector,
    'spec.selector',
    job.spec.selector && printedSelector(job.spec.selector),
  ),
  ...validateTemplateUpdate(job.spec.template, stored),
  ...KEPT.flatMap((name) => validateKept(job.spec[name], stored.spec[name], `spec.${name}`)),
]

const KEPT = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const

/** An indexed Job may be scaled, but only as a whole. */
function validateCompletions(spec: JobSpec, stored: JobSpec): FieldError[] {
  const { completions, parallelism } = spec
  if (spec.completionMode !== 'Indexed') return validateKept(completions, stored.completions, 'spec.completions')
  if (completions === undefined || completions === stored.completions || completions === parallelism) return []
  return [fieldError.invalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')]
}

/** A template is kept, but for where its pods go and what they use while a suspended Job has none. */
function validateTemplateUpdate(template: PodTemplateSpec, stored: Job): FieldError[] {
  if (!isIdle(stored)) return validateKept(template, stored.spec.template, 'spec.template')
  const allowed = withResourcesOf(withPlacementOf(stored.spec.template.spec, template.spec), template.spec)
  return validateKept(template.spec, allowed, 'spec.template.spec')
}

function isIdle({ spec, status = {} }: Job): boolean {
  const isStopped = status.startTime === undefined || hasCondition(status, 'Suspended')
  return spec.suspend === true && isStopped && !status.active
}

/** The stored pod, scheduled as the new one. */
function withPlacementOf(stored: PodSpec | undefined, now: PodSpec | undefined): PodSpec | undefined {
  if (stored === undefined || now === undefined) return stored
  const { nodeSelector, tolerations, schedulingGates } = now
  const others = { ...stored.affinity, nodeAffinity: now.affinity?.nodeAffinity }
  const hasAffinity = now.affinity !== undefined || Object.values(others).some((each) => each !== undefined)
  return defined({
    ...stored,
    nodeSelector,
    tolerations,
    schedulingGates,
    affinity: hasAffinity ? defined(others) : undefined,
  })
}

/** The stored pod, with the resources of those containers of the new one that are still the same. */
function withResourcesOf(stored: PodSpec | undefined, now: PodSpec | undefined): PodSpec | undefined {
  if (stored === undefined || now === undefined) return stored
  const { containers, initContainers } = stored
  return defined({
    ...stored,
    containers: withResources(containers, now.containers) ?? containers,
    initContainers: withResources(initContainers, now.initContainers),
  })
}

type Containers = PodSpec['containers']

function withResources(stored: Containers | undefined, now: Containers | undefined): Containers | undefined {
  if (stored === undefined || now?.length !== stored.length) return stored
  return stored.map((container, index) => {
    const other = now[index]!
    return other.name === container.name ? defined({ ...container, resources: other.resources }) : container
  })
}

/** The same without members that are undefined, as in JSON. */
function defined<T extends object>(value: T): T {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key]
  return value
}
