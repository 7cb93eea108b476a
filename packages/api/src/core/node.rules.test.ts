import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { addNotReadyTaint, nodeRules } from './node.rules.ts'
import { nodeTable } from './node.table.ts'
import type { Node } from './node.ts'

function aNode(more: Partial<Node> = {}): Node {
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, ...structuredClone(more) }
  nodeRules.defaults?.(node)
  return node
}

describe('a node', () => {
  it('may be created with its status, and has the capacity to give', () => {
    const node = aNode({ status: { capacity: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'True' }] } })

    nodeRules.prepareForCreate?.(node)

    expect(node.status).toEqual({
      capacity: { cpu: '4' },
      allocatable: { cpu: '4' },
      conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: null, lastTransitionTime: null }],
    })
  })

  it('keeps one pod range and the list of ranges the same', () => {
    expect(aNode({ spec: { podCIDR: '10.0.0.0/24' } }).spec?.podCIDRs).toEqual(['10.0.0.0/24'])
    expect(aNode({ spec: { podCIDRs: ['10.0.0.0/24'] } }).spec?.podCIDR).toBe('10.0.0.0/24')
  })

  it('gets the taint of those that are not ready once', () => {
    const node = aNode()

    addNotReadyTaint(node)
    addNotReadyTaint(node)

    expect(node.spec?.taints).toEqual([{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }])
  })

  it.each<[string, Partial<Node>, string]>([
    [
      'a taint without effect',
      { spec: { taints: [{ key: 'k', effect: '' }] } },
      'metadata.taints[0].effect: Required value',
    ],
    [
      'a taint twice',
      {
        spec: {
          taints: [
            { key: 'k', effect: 'NoExecute' },
            { key: 'k', effect: 'NoExecute', value: 'v' },
          ],
        },
      },
      'metadata.taints[1]: Duplicate value: {"Key":"k","Value":"v","Effect":"NoExecute","TimeAdded":null}: taints must be unique by key and effect pair',
    ],
    [
      'two ranges of one family',
      { spec: { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] } },
      'spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.1.0/24"]: may specify no more than one CIDR for each IP family',
    ],
    [
      'negative capacity',
      { status: { capacity: {}, allocatable: { cpu: '-1' } } },
      'status.allocatable[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ],
  ])('refuses %s', (_what, more, error) => {
    expect(printed(nodeRules.validate?.(aNode(more)) ?? [])).toEqual([error])
  })

  it('keeps its pod range and the machine it is', () => {
    const stored = aNode({ spec: { podCIDR: '10.0.0.0/24', providerID: 'sim://1' } })
    const errorsOf = (spec: Node['spec']) =>
      printed(nodeRules.validateUpdate?.(aNode({ spec: spec ?? {} }), stored, { subresource: '' }) ?? [])

    expect(errorsOf({ podCIDR: '10.0.1.0/24', providerID: 'sim://2' })).toEqual([
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
      'spec.providerID: Invalid value: null: field cannot be modified once set',
    ])
    expect(errorsOf({ podCIDR: '10.0.0.0/24' })).toEqual([
      'spec.providerID: Invalid value: null: field cannot be cleared once set',
    ])
  })
})

describe('kubectl get nodes', () => {
  it('shows roles, readiness and addresses', () => {
    const node = aNode({
      metadata: {
        name: 'n',
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'edge' },
      },
      spec: { unschedulable: true },
      status: {
        addresses: [{ type: 'InternalIP', address: '10.9.9.9' }],
        conditions: [{ type: 'Ready', status: 'True' }],
        nodeInfo: {
          architecture: 'amd64',
          bootID: '',
          containerRuntimeVersion: '',
          kernelVersion: '6.1',
          kubeProxyVersion: '',
          kubeletVersion: 'v1.37.0',
          machineID: '',
          operatingSystem: '',
          osImage: '',
          systemUUID: '',
        },
      },
    })

    expect(nodeTable.cells(node, Date.parse('2026-01-02T00:00:00Z'))).toEqual([
      'n',
      'Ready,SchedulingDisabled',
      'edge,worker',
      '24h',
      'v1.37.0',
      '10.9.9.9',
      '<none>',
      '<unknown>',
      '6.1 (amd64)',
      '<unknown>',
    ])
  })

  it('says Unknown before a node has reported', () => {
    expect(nodeTable.cells(aNode(), 0)[1]).toBe('Unknown')
    expect(nodeTable.cells(aNode({ status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } }), 0)[1]).toBe(
      'NotReady',
    )
  })
})
