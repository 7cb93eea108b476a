import { type FieldError, fieldError } from '@skep/schema'
import { validatePodTemplate } from '../core/pod-spec.validate.ts'
import { validateNonNegative, validateOptionalOneOf } from '../meta/validation.ts'
import { validateDomainPrefixedPath } from '../rules/errors.ts'
import { validatePodFailurePolicy, validateSuccessPolicy } from './job-policies.validate.ts'
import type { JobSpec } from './job-spec.ts'

const MAX_MANAGED_BY_BYTES = 63
const MAX_INDEXED = 100_000
const MAX_INDEXED_WITH_MANY_COMPLETIONS = 10_000

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

/** Everything wrong with what a Job does, but for its selector: a Job of its own and one that a CronJob makes alike. */
export const validateJobSpec = (spec: JobSpec, path: string): FieldError[] => [
  ...COUNTS.flatMap((name) => validateNonNegative(spec[name], `${path}.${name}`)),
  ...validateFailedIndexesLimit(spec, path),
  ...(spec.managedBy === undefined ? [] : validateManagedBy(spec.managedBy, `${path}.managedBy`)),
  ...validateOptionalOneOf(spec.completionMode, `${path}.completionMode`, ['NonIndexed', 'Indexed']),
  ...(spec.completionMode === 'Indexed' ? validateIndexed(spec, path) : []),
  ...((spec.completionMode ?? 'NonIndexed') === 'NonIndexed' ? validateNotIndexed(spec, path) : []),
  ...(spec.podFailurePolicy ? validatePodFailurePolicy(spec, `${path}.podFailurePolicy`) : []),
  ...validateSuccess(spec, `${path}.successPolicy`),
  ...validateReplacement(spec, `${path}.podReplacementPolicy`),
  ...validatePodTemplate(spec.template, `${path}.template`),
  ...validateRestartPolicy(spec, `${path}.template.spec.restartPolicy`),
]

const validateFailedIndexesLimit = (spec: JobSpec, path: string): FieldError[] =>
  spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined
    ? [fieldError.required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
    : []

const validateManagedBy = (managedBy: string, path: string): FieldError[] => [
  ...validateDomainPrefixedPath(managedBy, path),
  ...(Buffer.byteLength(managedBy) > MAX_MANAGED_BY_BYTES ? [fieldError.tooLong(path, MAX_MANAGED_BY_BYTES)] : []),
]

function validateIndexed(spec: JobSpec, path: string): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes = 0 } = spec
  const errors: FieldError[] = []
  const atMost = (name: 'parallelism' | 'maxFailedIndexes', value: number, limit: string | number) =>
    errors.push(fieldError.invalid(`${path}.${name}`, value, `must be less than or equal to ${limit}`))

  if (completions === undefined) {
    errors.push(fieldError.required(`${path}.completions`, 'when completion mode is Indexed'))
  }
  if (parallelism > MAX_INDEXED) atMost('parallelism', parallelism, `${MAX_INDEXED} when completion mode is Indexed`)
  if (maxFailedIndexes > (completions ?? maxFailedIndexes)) atMost('maxFailedIndexes', maxFailedIndexes, 'completions')
  if (maxFailedIndexes > MAX_INDEXED) atMost('maxFailedIndexes', maxFailedIndexes, MAX_INDEXED)
  return [...errors, ...validateManyCompletions(spec, path)]
}

/** With very many indexes, what the status must remember of failed ones is limited. */
function validateManyCompletions(spec: JobSpec, path: string): FieldError[] {
  if ((spec.completions ?? 0) <= MAX_INDEXED || spec.backoffLimitPerIndex === undefined) return []
  const limit = MAX_INDEXED_WITH_MANY_COMPLETIONS
  const detail = `must be less than or equal to ${limit} when completions are above ${MAX_INDEXED} and used with backoff limit per index`
  const errors: FieldError[] = []
  if (spec.maxFailedIndexes === undefined) {
    const missing = `must be specified when completions is above ${MAX_INDEXED}`
    errors.push(fieldError.required(`${path}.maxFailedIndexes`, missing))
  }
  for (const name of ['parallelism', 'maxFailedIndexes'] as const) {
    if ((spec[name] ?? 0) > limit) errors.push(fieldError.invalid(`${path}.${name}`, spec[name], detail))
  }
  return errors
}

const validateNotIndexed = (spec: JobSpec, path: string): FieldError[] =>
  (['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
    .filter((name) => spec[name] !== undefined)
    .map((name) => fieldError.invalid(`${path}.${name}`, spec[name], 'requires indexed completion mode'))

function validateSuccess({ successPolicy, completionMode, completions = 0 }: JobSpec, path: string): FieldError[] {
  if (successPolicy === undefined) return []
  return completionMode === 'Indexed'
    ? validateSuccessPolicy(successPolicy, completions, path)
    : [fieldError.invalid(path, successPolicy, 'requires indexed completion mode')]
}

const validateReplacement = ({ podReplacementPolicy, podFailurePolicy }: JobSpec, path: string): FieldError[] =>
  validateOptionalOneOf(
    podReplacementPolicy,
    path,
    podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'],
  )

function validateRestartPolicy({ template, podFailurePolicy }: JobSpec, path: string): FieldError[] {
  const policy = template.spec?.restartPolicy
  switch (policy) {
    // Always is what defaulting makes of none.
    case undefined:
    case '':
    case 'Always':
      return [fieldError.required(path, 'valid values: "OnFailure", "Never"')]
    case 'Never':
      return []
    case 'OnFailure':
      return podFailurePolicy === undefined
        ? []
        : [fieldError.invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    default:
      return [fieldError.notSupported(path, policy, ['OnFailure', 'Never'])]
  }
}
