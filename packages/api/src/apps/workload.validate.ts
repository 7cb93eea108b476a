import { type FieldError, fieldError } from '@skep/schema'
import type { PodTemplateSpec } from '../core/pod-spec.ts'
import { validatePodTemplate } from '../core/pod-spec.validate.ts'
import { isEmptySelector, matchesSelector, printedSelector, validateLabelSelector } from '../meta/label-selector.ts'
import type { LabelSelector } from '../meta/types.ts'
import { invalidStruct } from '../meta/validation.ts'
import { isSame } from '../rules/equal.ts'

const SELECTOR = 'spec.selector'
const TEMPLATE = 'spec.template'

/** A selector that must be there and select something; `owner` is how the complaint calls the kind. */
export function validateRequiredSelector(selector: LabelSelector | undefined, owner: string): FieldError[] {
  if (selector === undefined) return [fieldError.required(SELECTOR)]
  return [...validateLabelSelector(selector, SELECTOR), ...validateNotEmpty(selector, owner)]
}

/** A selector that must select something when it is there. */
export const validateNotEmpty = (selector: LabelSelector | undefined, owner: string): FieldError[] =>
  selector !== undefined && isEmptySelector(selector)
    ? [invalidStruct(SELECTOR, printedSelector(selector), `empty selector is invalid for ${owner}`)]
    : []

/**
 * The template of pods that a controller finds again by its selector. `more` is what else is wrong with the template: it
 * is not reported as long as the selector cannot be used.
 */
export function validateSelectedTemplate(
  selector: LabelSelector | undefined,
  template: PodTemplateSpec,
  more: readonly FieldError[] = [],
): FieldError[] {
  if (selector !== undefined && validateLabelSelector(selector, SELECTOR).length > 0) {
    return [invalidStruct(SELECTOR, printedSelector(selector), 'invalid label selector')]
  }
  return [...validateTemplateLabels(selector, template), ...validatePodTemplate(template, TEMPLATE), ...more]
}

/** Labels of a template must be those that the selector looks for. */
export function validateTemplateLabels(selector: LabelSelector | undefined, template: PodTemplateSpec): FieldError[] {
  const labels = template.metadata?.labels
  if ((selector !== undefined && isEmptySelector(selector)) || matchesSelector(selector, labels)) return []
  return [fieldError.invalid(`${TEMPLATE}.metadata.labels`, labels, '`selector` does not match template `labels`')]
}

/** Pods that run for ever restart always and have no deadline; `owner` is how the complaint calls the kind. */
export function validateEndlessPods({ spec }: PodTemplateSpec, owner: string): FieldError[] {
  const errors: FieldError[] = []
  const path = `${TEMPLATE}.spec`
  if (spec?.restartPolicy !== 'Always') {
    errors.push(fieldError.notSupported(`${path}.restartPolicy`, spec?.restartPolicy ?? '', ['Always']))
  }
  if (spec?.activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${owner} is not Supported`
    errors.push(fieldError.forbidden(`${path}.activeDeadlineSeconds`, detail))
  }
  return errors
}

/** The selector of a workload keeps the value that it was created with. */
export const validateSelectorKept = (
  selector: LabelSelector | undefined,
  stored: LabelSelector | undefined,
): FieldError[] =>
  isSame(selector, stored) ? [] : [invalidStruct(SELECTOR, selector && printedSelector(selector), 'field is immutable')]
