import { type FieldError, fieldError } from '@skep/schema'
import { matchesSelector, printedSelector } from '../meta/label-selector.ts'
import { invalidStruct } from '../meta/validation.ts'
import { isSame } from '../rules/equal.ts'
import type { Job } from './job.ts'

const UID_LABEL = 'batch.kubernetes.io/controller-uid'
const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name']
const UID_LABELS = ['controller-uid', UID_LABEL]

/** The labels by which a Job that does not choose its own selector finds its pods. */
const generatedLabels = ({ metadata }: Job): Record<string, string> => ({
  ...Object.fromEntries(NAME_LABELS.map((label) => [label, metadata.name ?? ''])),
  ...Object.fromEntries(UID_LABELS.map((label) => [label, metadata.uid ?? ''])),
})

/** In place: gives a new Job its selector, and its pods the labels that the selector looks for. */
export function generateSelector(job: Job): void {
  const { metadata, spec } = job
  if (spec.manualSelector) return
  const template = (spec.template.metadata ??= {})
  // Labels that the Job only has because its template has them follow those of the template.
  const followsTemplate = metadata.labels === undefined || isSame(metadata.labels, template.labels)
  template.labels = { ...generatedLabels(job), ...template.labels }
  if (followsTemplate) metadata.labels = { ...template.labels }
  spec.selector ??= {}
  spec.selector.matchLabels = { [UID_LABEL]: metadata.uid ?? '', ...spec.selector.matchLabels }
}

/** Labels and selector must be those that were generated, unless the Job chooses its own. */
export function validateGeneratedSelector(job: Job): FieldError[] {
  const { selector, manualSelector, template } = job.spec
  if (manualSelector || selector === undefined) return []
  const expected = generatedLabels(job)
  const order = ['controller-uid', 'job-name', UID_LABEL, 'batch.kubernetes.io/job-name']
  const path = 'spec.template.metadata.labels'
  return [
    ...order.flatMap((label) => validateLabel(template.metadata?.labels, label, expected[label]!, path)),
    ...(matchesSelector(selector, expected)
      ? []
      : [invalidStruct('spec.selector', printedSelector(selector), '`selector` not auto-generated')]),
  ]
}

function validateLabel(
  labels: Record<string, string> | undefined,
  key: string,
  expected: string,
  path: string,
): FieldError[] {
  const actual = labels?.[key]
  if (actual === expected) return []
  return actual === undefined
    ? [fieldError.required(`${path}[${key}]`, `must be '${expected}'`)]
    : [fieldError.invalid(`${path}[${key}]`, labels, `must be '${expected}'`)]
}
