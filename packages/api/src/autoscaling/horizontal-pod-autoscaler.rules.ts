import type { KindRules } from '@skep/schema'
import { validateCounts } from '../rules/status.ts'
import { unsetList } from '../rules/unset.ts'
import { defaultAutoscaler } from './horizontal-pod-autoscaler.defaults.ts'
import { horizontalPodAutoscalerTable } from './horizontal-pod-autoscaler.table.ts'
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'
import { validateAutoscalerSpec } from './horizontal-pod-autoscaler.validate.ts'

const noStatus = (): NonNullable<HorizontalPodAutoscaler['status']> => ({
  desiredReplicas: 0,
  currentMetrics: unsetList,
})

/** What HorizontalPodAutoscalers do beyond their schema. */
export const horizontalPodAutoscalerRules: KindRules<HorizontalPodAutoscaler> = {
  defaults: defaultAutoscaler,
  prepareForCreate: (autoscaler) => {
    autoscaler.status = noStatus()
  },
  validate: ({ spec }) => validateAutoscalerSpec(spec),
  validateUpdate: ({ status = noStatus() }, _stored, { subresource }) =>
    subresource === 'status'
      ? [
          ...(status.conditions ?? []).flatMap((condition, index) =>
            validateCounts(condition, `status.conditions[${index}]`, ['observedGeneration']),
          ),
          ...validateCounts(status, 'status', ['currentReplicas', 'desiredReplicas']),
        ]
      : [],
  cells: horizontalPodAutoscalerTable.cells,
}
