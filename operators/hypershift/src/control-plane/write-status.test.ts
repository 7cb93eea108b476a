import type { HostedControlPlane } from '@skep/api'
import type { Client } from '@skep/client'
import type { Condition } from '@skep/schema'
import { expect, it } from 'vitest'
import type { ControlPlane } from './facts.ts'
import { writeStatus } from './write-status.ts'

type Status = NonNullable<HostedControlPlane['status']>

const condition = (type: string, status: Condition['status']): Condition => ({
  type,
  status,
  reason: 'AsExpected',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
})

const controlPlane = (resourceVersion: string, status: Partial<Status>): ControlPlane =>
  ({ metadata: { name: 'demo', uid: 'demo', resourceVersion }, status }) as unknown as ControlPlane

it('keeps what others have written while a run went on', async () => {
  const written: { base: ControlPlane; status: Status | undefined }[] = []
  const patchStatus = async (_kind: unknown, base: ControlPlane, { status }: ControlPlane) =>
    void written.push({ base, status })
  const before = controlPlane('1', { ready: false, conditions: [condition('EtcdAvailable', 'False')] })
  const after = controlPlane('1', {
    ready: true,
    conditions: [condition('EtcdAvailable', 'True'), condition('Available', 'True')],
  })
  const newest = controlPlane('2', {
    ready: false,
    nodeCount: 3,
    conditions: [condition('EtcdAvailable', 'False'), condition('ClusterVersionAvailable', 'True')],
  })

  await writeStatus({ patchStatus } as unknown as Client, before, after, newest)

  expect(written).toEqual([
    {
      base: newest,
      status: {
        ready: true,
        nodeCount: 3,
        conditions: [
          condition('EtcdAvailable', 'True'),
          condition('ClusterVersionAvailable', 'True'),
          condition('Available', 'True'),
        ],
      },
    },
  ])
})
