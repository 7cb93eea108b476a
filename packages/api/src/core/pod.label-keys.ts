import type { LabelSelector } from '../meta/types.ts'
import type { Pod } from './pod.ts'

/**
 * In place: turns `matchLabelKeys` and `mismatchLabelKeys` into conditions on the values that this pod has, so that
 * schedulers need to look at selectors alone.
 */
export function applyLabelKeys({ metadata, spec }: Pod): void {
  const labels = metadata.labels ?? {}
  for (const affinity of [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity]) {
    const terms = [
      ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
        ({ podAffinityTerm }) => podAffinityTerm,
      ),
      ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ]
    for (const { labelSelector, matchLabelKeys, mismatchLabelKeys } of terms) {
      addConditions(labelSelector, matchLabelKeys, 'In', labels)
      addConditions(labelSelector, mismatchLabelKeys, 'NotIn', labels)
    }
  }
  for (const { labelSelector, matchLabelKeys } of spec?.topologySpreadConstraints ?? []) {
    addConditions(labelSelector, matchLabelKeys, 'In', labels)
  }
}

function addConditions(
  selector: LabelSelector | undefined,
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
  labels: Readonly<Record<string, string>>,
): void {
  if (selector === undefined) return
  for (const key of keys ?? []) {
    const value = labels[key]
    if (value === undefined) continue
    selector.matchExpressions ??= []
    selector.matchExpressions.push({ key, operator, values: [value] })
  }
}
