import { warnOfChangedTemplate } from '../apps/workload.ts'
import type { JobSpec } from './job-spec.ts'

const MANY_COMPLETIONS = 100_000
const MANY_PODS = 10_000

/** In place: a condition that a rule names is meant to hold. */
export function defaultPodFailurePolicy({ podFailurePolicy }: JobSpec): void {
  for (const rule of podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
  }
}

/** Warnings about what a Job does, its own or that of a CronJob. */
export function warnOfJobSpec(spec: JobSpec, path: string, stored: JobSpec | undefined): string[] {
  const { completionMode, completions = 0, parallelism = 0 } = spec
  const isHuge = completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MANY_PODS
  const ofTemplate = warnOfChangedTemplate(spec.template, `${path}.template`, stored?.template)
  if (!isHuge) return ofTemplate
  return [
    `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
    ...ofTemplate,
  ]
}
