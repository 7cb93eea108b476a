import { describe, expect, it } from 'vitest'
import type { Machine } from '../objects.ts'
import { chooseDeleted, type DeletePolicy } from './deletion-order.ts'

const NOW = Date.parse('2030-01-02T00:00:00Z')

interface Shape {
  hoursOld?: number
  annotations?: Record<string, string>
  deletionTimestamp?: string
  hasNode?: boolean
  nodeHealthy?: 'True' | 'False' | 'Unknown'
}

const machine = (
  name: string,
  { hoursOld = 1, annotations = {}, deletionTimestamp, hasNode = true, nodeHealthy = 'True' }: Shape = {},
): Machine => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'Machine',
  metadata: {
    name,
    uid: name,
    resourceVersion: '1',
    creationTimestamp: new Date(NOW - hoursOld * 3_600_000).toISOString(),
    annotations,
    ...(deletionTimestamp ? { deletionTimestamp } : {}),
  },
  spec: { clusterName: 'demo', bootstrap: {}, infrastructureRef: {} },
  status: {
    ...(hasNode ? { nodeRef: { name } } : {}),
    conditions: [{ type: 'NodeHealthy', status: nodeHealthy, lastTransitionTime: '2030-01-01T00:00:00Z' }],
  },
})

const chosen = (machines: Machine[], count: number, policy: DeletePolicy = 'Random') =>
  chooseDeleted(machines, count, policy, NOW).map(({ metadata }) => metadata.name)

describe('chooseDeleted', () => {
  it('prefers machines that are going, then chosen, then not well', () => {
    const machines = [
      machine('a-well'),
      machine('b-without-node', { hasNode: false }),
      machine('c-chosen', { annotations: { 'cluster.x-k8s.io/delete-machine': '' } }),
      machine('d-going', { deletionTimestamp: '2030-01-01T23:00:00Z' }),
      machine('e-unhealthy', { nodeHealthy: 'False' }),
    ]

    expect(chosen(machines, 4)).toEqual(['d-going', 'c-chosen', 'b-without-node', 'e-unhealthy'])
  })

  it('decides by name among equals', () => {
    expect(chosen([machine('b'), machine('a'), machine('c')], 1)).toEqual(['a'])
  })

  it('takes the newest or the oldest where asked to', () => {
    const machines = [machine('old', { hoursOld: 20 }), machine('new', { hoursOld: 1 })]

    expect(chosen(machines, 1, 'Newest')).toEqual(['new'])
    expect(chosen(machines, 1, 'Oldest')).toEqual(['old'])
  })

  it('does not blame a machine whose node is not heard of just now', () => {
    expect(chosen([machine('b-silent', { nodeHealthy: 'Unknown' }), machine('a')], 1)).toEqual(['a'])
  })
})
