import { type FieldError, fieldError, goQuote } from '@skep/schema'
import type { PodTemplateSpec } from '../core/pod-spec.ts'
import { warnOfPodTemplate } from '../core/pod-spec.warnings.ts'
import { checkDnsLabel } from '../meta/names.ts'
import { isSame } from '../rules/equal.ts'

/** Warns of a name that pods will not be able to use for their host names. */
export function warnOfHostName(name: string | undefined): string[] {
  const complaints = checkDnsLabel(name ?? '')
  if (complaints.length === 0) return []
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${complaints.join(' ')}]`,
  ]
}

/** Warnings about the pods of a workload, unless they have been heard before. */
export const warnOfChangedTemplate = (
  template: PodTemplateSpec,
  path: string,
  stored: PodTemplateSpec | undefined,
): string[] => (stored !== undefined && isSame(template, stored) ? [] : warnOfPodTemplate(template, path))

/** A strategy of update as error messages quote it: by the names and in the order of Go's fields. */
export const printedStrategy = (type: string | undefined, rollingUpdate: object | undefined): object => ({
  Type: type ?? '',
  RollingUpdate: rollingUpdate ?? null,
})

/** A strategy whose type nobody knows. */
export const unsupportedStrategy = (path: string, strategy: object, supported: readonly string[]): FieldError => ({
  ...fieldError.notSupported(path, '', supported),
  message: `Unsupported value: ${JSON.stringify(strategy)}: supported values: ${supported.map(goQuote).join(', ')}`,
})
