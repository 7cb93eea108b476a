import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'
import { HorizontalPodAutoscalerV1 } from './horizontal-pod-autoscaler-v1.ts'

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
const spec = { maxReplicas: 3, scaleTargetRef }
const metric = (name: string, target: object) => ({ type: 'Pods', pods: { metric: { name }, target } })

describe('a HorizontalPodAutoscaler', () => {
  it('keeps 80% of the requested CPU unless told otherwise', () => {
    expect(created(HorizontalPodAutoscaler, { spec })).toMatchObject({
      spec: {
        minReplicas: 1,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
        ],
      },
      status: { currentMetrics: null, desiredReplicas: 0 },
    })
  })

  it('completes a behavior in both directions', () => {
    const { behavior } = defaulted(HorizontalPodAutoscaler, {
      spec: { ...spec, behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } },
    }).spec

    expect(behavior).toEqual({
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Max',
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 15 },
          { type: 'Percent', value: 100, periodSeconds: 15 },
        ],
      },
      scaleDown: {
        stabilizationWindowSeconds: 60,
        selectPolicy: 'Max',
        policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
      },
    })
  })

  it.each([
    [
      {},
      [
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Required value',
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
        'spec.maxReplicas: Required value',
      ],
    ],
    [{ maxReplicas: 1, scaleTargetRef: { kind: 'ReplicationController', name: 'old' } }, []],
    [
      { ...spec, minReplicas: 0 },
      [
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      { ...spec, metrics: [{ type: 'Resource' }] },
      ['spec.metrics[0].resource: Required value: must populate information for the given metric source'],
    ],
    [
      { ...spec, metrics: [{ type: 'X' }] },
      [
        'spec.metrics[0].type: Unsupported value: "X": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
      ],
    ],
    [
      { ...spec, metrics: [metric('', { type: 'X' })] },
      [
        'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
        'spec.metrics[0].pods.target.type: Invalid value: "X": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue',
      ],
    ],
    [
      { ...spec, metrics: [metric('q', { type: 'AverageValue', averageValue: '0' })] },
      ['spec.metrics[0].pods.target.averageValue: Invalid value: "0": must be positive'],
    ],
    [
      {
        ...spec,
        metrics: [
          {
            type: 'External',
            external: { metric: { name: 'q' }, target: { type: 'Value', value: 1, averageValue: 2 } },
          },
        ],
      },
      [
        'spec.metrics[0].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
      ],
    ],
    [
      {
        ...spec,
        behavior: { scaleUp: { policies: [{ type: 'X', value: 0, periodSeconds: 9000 }], selectPolicy: 'Y' } },
      },
      [
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Y": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleUp.policies[0].type: Unsupported value: "X": supported values: "Percent", "Pods"',
        'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 9000: must be less than or equal to 1800',
      ],
    ],
    [
      { ...spec, behavior: { scaleUp: { stabilizationWindowSeconds: 4000, tolerance: '-1' } } },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 4000: must be less than or equal to 3600',
        'spec.behavior.scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(HorizontalPodAutoscaler, { spec: wanted })).toEqual(messages)
  })

  it('does not report negative numbers', () => {
    expect(
      refusalOfUpdate(HorizontalPodAutoscaler, { spec }, { spec, status: { desiredReplicas: -1 } }, 'status'),
    ).toEqual(['status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0'])
  })

  it('shows its first two metrics beside their targets', () => {
    const autoscaler = created(HorizontalPodAutoscaler, {
      spec: {
        ...spec,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
          metric('queue', { type: 'AverageValue', averageValue: '10' }),
          metric('other', { type: 'AverageValue', averageValue: '10' }),
        ],
      },
    })
    autoscaler.status = {
      desiredReplicas: 2,
      currentReplicas: 2,
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 35 } } }],
    }

    expect(HorizontalPodAutoscaler.rules.cells?.(autoscaler, 0)).toEqual([
      'a',
      'Deployment/web',
      'cpu: 35%/50%, <unknown>/10 + 1 more...',
      '1',
      3,
      2,
      '<unknown>',
    ])
  })
})

describe('a HorizontalPodAutoscaler of autoscaling/v1', () => {
  it('is checked as the newer version is', () => {
    expect(refusal(HorizontalPodAutoscalerV1, { spec: { maxReplicas: 1, minReplicas: 2, scaleTargetRef } })).toEqual([
      'spec.maxReplicas: Invalid value: 1: must be greater than or equal to `minReplicas`',
    ])
  })

  it('is shown as the newer version is', () => {
    const autoscaler = created(HorizontalPodAutoscalerV1, { spec: { ...spec, targetCPUUtilizationPercentage: 60 } })

    expect(HorizontalPodAutoscalerV1.rules.cells?.(autoscaler, 0)[2]).toBe('cpu: <unknown>/60%')
  })
})
