import { unsetList } from '../rules/unset.ts'
import type { HorizontalPodAutoscaler, HPAScalingRules } from './horizontal-pod-autoscaler.ts'
import type { MetricSpec } from './metric-source.ts'

/** Average CPU use, in percent, that is kept when nothing is said. */
const DEFAULT_CPU_UTILIZATION = 80

/** The metric of an autoscaler for a share of the requested CPU. */
export const cpuMetric = (averageUtilization = DEFAULT_CPU_UTILIZATION): MetricSpec => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

const scaleUpDefaults = (): HPAScalingRules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
})

// How long to wait before scaling down is an option of the controller, so nothing is filled in.
const scaleDownDefaults = (): HPAScalingRules => ({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
})

/** In place: fills in what an autoscaler leaves open. */
export function defaultAutoscaler({ spec, status }: HorizontalPodAutoscaler): void {
  spec.minReplicas ??= 1
  if (!spec.metrics?.length) spec.metrics = [cpuMetric()]
  if (spec.behavior) {
    spec.behavior.scaleUp = { ...scaleUpDefaults(), ...spec.behavior.scaleUp }
    spec.behavior.scaleDown = { ...scaleDownDefaults(), ...spec.behavior.scaleDown }
  }
  if (status) status.currentMetrics ??= unsetList
}
