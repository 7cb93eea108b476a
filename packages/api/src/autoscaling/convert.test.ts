import { describe, expect, it } from 'vitest'
import { created } from '../test/objects.ts'
import { autoscalerFromV1, autoscalerToV1 } from './convert.ts'
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'
import { HorizontalPodAutoscalerV1 } from './horizontal-pod-autoscaler-v1.ts'

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }

describe('conversion of HorizontalPodAutoscalers', () => {
  it('shows a share of CPU in the field that v1 has for it', () => {
    const stored = created(HorizontalPodAutoscaler, { spec: { maxReplicas: 3, scaleTargetRef, metrics: [cpu] } })

    expect(autoscalerToV1(stored)).toMatchObject({
      apiVersion: 'autoscaling/v1',
      spec: { minReplicas: 1, maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 50 },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    })
    expect(autoscalerToV1(stored).metadata).toEqual({ name: 'a' })
  })

  it('keeps everything else in annotations, and gets it back from there', () => {
    const stored = created(HorizontalPodAutoscaler, {
      metadata: { name: 'a', annotations: { note: 'kept' } },
      spec: {
        maxReplicas: 3,
        scaleTargetRef,
        behavior: { scaleDown: { selectPolicy: 'Disabled' } },
        metrics: [
          { type: 'Pods', pods: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '10' } } },
          {
            type: 'Object',
            object: {
              describedObject: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'in' },
              metric: { name: 'requests', selector: { matchLabels: { verb: 'GET' } } },
              target: { type: 'Value', value: '2k' },
            },
          },
          {
            type: 'ContainerResource',
            containerResource: {
              name: 'memory',
              container: 'main',
              target: { type: 'AverageValue', averageValue: '1Gi' },
            },
          },
          {
            type: 'External',
            external: { metric: { name: 'jobs' }, target: { type: 'AverageValue', averageValue: '5' } },
          },
          cpu,
        ],
      },
    })
    stored.status = {
      desiredReplicas: 2,
      currentReplicas: 1,
      conditions: [{ type: 'AbleToScale', status: 'True' }],
      currentMetrics: [
        { type: 'Pods', pods: { metric: { name: 'queue' }, current: { averageValue: '7' } } },
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 35, averageValue: '90m' } } },
      ],
    }

    const old = autoscalerToV1(stored)

    expect(old.status?.currentCPUUtilizationPercentage).toBe(35)
    expect(JSON.parse(old.metadata.annotations?.['autoscaling.alpha.kubernetes.io/metrics'] ?? '')[0]).toEqual({
      type: 'Pods',
      pods: { metricName: 'queue', targetAverageValue: '10' },
    })
    expect(autoscalerFromV1(old)).toEqual({ ...stored, apiVersion: 'autoscaling/v2' })
  })

  it('gives an autoscaler without a target the usual one', () => {
    const old = created(HorizontalPodAutoscalerV1, { spec: { maxReplicas: 3, scaleTargetRef } })

    expect(autoscalerFromV1(old).spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ])
  })

  it('ignores annotations that hold something else', () => {
    const old = created(HorizontalPodAutoscalerV1, {
      metadata: { name: 'a', annotations: { 'autoscaling.alpha.kubernetes.io/metrics': 'nonsense' } },
      spec: { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 10 },
    })

    expect(autoscalerFromV1(old).spec.metrics).toHaveLength(1)
    expect(autoscalerFromV1(old).metadata.annotations).toBeUndefined()
  })
})
