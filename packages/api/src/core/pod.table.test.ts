import { describe, expect, it } from 'vitest'
import { podTable } from './pod.table.ts'
import type { Pod } from './pod.ts'
import type { ContainerStatus, PodStatus } from './pod-status.ts'

const NOW = Date.parse('2026-01-01T01:00:00Z')

function rowOf(status: PodStatus, more: Partial<Pod> = {}): (string | number | boolean | null)[] {
  return podTable.cells(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { containers: [{ name: 'main', image: 'i' }] },
      status,
      ...more,
    },
    NOW,
  )
}

const container = (more: Partial<ContainerStatus>): ContainerStatus => ({
  name: 'main',
  ready: false,
  restartCount: 0,
  image: 'i',
  imageID: '',
  ...more,
})

describe('kubectl get pods', () => {
  it('has the columns that users know', () => {
    expect(podTable.columns.map(({ name, priority = 0 }) => `${name}${priority ? ' (wide)' : ''}`)).toEqual([
      'Name',
      'Ready',
      'Status',
      'Restarts',
      'Age',
      'IP (wide)',
      'Node (wide)',
      'Nominated Node (wide)',
      'Readiness Gates (wide)',
    ])
  })

  it('shows a pod that runs', () => {
    const row = rowOf(
      {
        phase: 'Running',
        podIPs: [{ ip: '10.1.1.1' }],
        containerStatuses: [
          container({
            ready: true,
            restartCount: 3,
            state: { running: {} },
            lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:55:00Z' } },
          }),
        ],
      },
      { spec: { containers: [{ name: 'main', image: 'i' }], nodeName: 'n', readinessGates: [{ conditionType: 'x' }] } },
    )

    expect(row).toEqual(['a', '1/1', 'Running', '3 (5m ago)', '60m', '10.1.1.1', 'n', '<none>', '0/1'])
  })

  it.each<[string, PodStatus]>([
    ['Pending', { phase: 'Pending' }],
    ['Evicted', { phase: 'Failed', reason: 'Evicted' }],
    [
      'SchedulingGated',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
    ],
    [
      'ImagePullBackOff',
      { phase: 'Pending', containerStatuses: [container({ state: { waiting: { reason: 'ImagePullBackOff' } } })] },
    ],
    [
      'Error',
      { phase: 'Failed', containerStatuses: [container({ state: { terminated: { exitCode: 2, reason: 'Error' } } })] },
    ],
    ['ExitCode:2', { phase: 'Failed', containerStatuses: [container({ state: { terminated: { exitCode: 2 } } })] }],
    [
      'Signal:9',
      { phase: 'Failed', containerStatuses: [container({ state: { terminated: { exitCode: 137, signal: 9 } } })] },
    ],
    [
      'Completed',
      {
        phase: 'Succeeded',
        containerStatuses: [container({ state: { terminated: { exitCode: 0, reason: 'Completed' } } })],
      },
    ],
    [
      'Init:0/0',
      { phase: 'Pending', initContainerStatuses: [container({ state: { waiting: { reason: 'PodInitializing' } } })] },
    ],
    [
      'Init:CrashLoopBackOff',
      { phase: 'Pending', initContainerStatuses: [container({ state: { waiting: { reason: 'CrashLoopBackOff' } } })] },
    ],
    [
      'Init:ExitCode:3',
      { phase: 'Pending', initContainerStatuses: [container({ state: { terminated: { exitCode: 3 } } })] },
    ],
  ])('says %s', (word, status) => {
    expect(rowOf(status)[2]).toBe(word)
  })

  it('says Running when one container is done and another goes on', () => {
    const statuses = [
      container({ state: { terminated: { exitCode: 0, reason: 'Completed' } } }),
      container({ name: 'b', ready: true, state: { running: {} } }),
    ]

    expect(
      rowOf({ phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], containerStatuses: statuses })[2],
    ).toBe('Running')
    expect(rowOf({ phase: 'Running', containerStatuses: statuses })[2]).toBe('NotReady')
  })

  it('counts sidecars among the containers', () => {
    const row = rowOf(
      {
        phase: 'Running',
        initContainerStatuses: [container({ name: 'side', ready: true, started: true, restartCount: 2 })],
        containerStatuses: [container({ ready: true, state: { running: {} } })],
      },
      {
        spec: {
          containers: [{ name: 'main', image: 'i' }],
          initContainers: [{ name: 'side', image: 'i', restartPolicy: 'Always' }],
        },
      },
    )

    expect(row.slice(1, 4)).toEqual(['2/2', 'Running', '2'])
  })

  it('says Terminating of what is being deleted, unless it has ended', () => {
    const metadata = { name: 'a', deletionTimestamp: '2026-01-01T00:59:00Z' }

    expect(rowOf({ phase: 'Running' }, { metadata })[2]).toBe('Terminating')
    expect(rowOf({ phase: 'Succeeded' }, { metadata })[2]).toBe('Succeeded')
    expect(rowOf({ phase: 'Running', reason: 'NodeLost' }, { metadata })[2]).toBe('Unknown')
  })
})
