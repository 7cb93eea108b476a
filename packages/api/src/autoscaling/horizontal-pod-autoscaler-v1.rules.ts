import type { KindRules } from '@skep/schema'
import { validateCounts } from '../rules/status.ts'
import { autoscalerFromV1 } from './convert.ts'
import { horizontalPodAutoscalerTable } from './horizontal-pod-autoscaler.table.ts'
import { validateAutoscalerSpec } from './horizontal-pod-autoscaler.validate.ts'
import type { HorizontalPodAutoscalerV1 } from './horizontal-pod-autoscaler-v1.ts'

const NO_STATUS = { currentReplicas: 0, desiredReplicas: 0 }

/** What HorizontalPodAutoscalers of the older version do beyond their schema: what the newer one does. */
export const horizontalPodAutoscalerV1Rules: KindRules<HorizontalPodAutoscalerV1> = {
  defaults: ({ spec }) => {
    spec.minReplicas ??= 1
  },
  prepareForCreate: (autoscaler) => {
    autoscaler.status = { ...NO_STATUS }
  },
  validate: (autoscaler) => validateAutoscalerSpec(autoscalerFromV1(autoscaler).spec),
  validateUpdate: ({ status = NO_STATUS }, _stored, { subresource }) =>
    subresource === 'status' ? validateCounts(status, 'status', ['currentReplicas', 'desiredReplicas']) : [],
  cells: (autoscaler, now) => horizontalPodAutoscalerTable.cells(autoscalerFromV1(autoscaler), now),
}
