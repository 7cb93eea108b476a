import type { ClusterApiMachine } from '@skep/api'
import type { Stored } from '@skep/client'
import { expect, it } from 'vitest'
import { user } from '../model.ts'
import type { Reader } from '../reader.ts'
import { type Sample, sample } from '../test/judged.ts'
import { budgetsHoldingMachine } from './machine-drain.ts'

const machine = (metadata: object) =>
  sample('cluster.x-k8s.io/v1beta1', 'Machine', {
    metadata,
    status: { nodeRef: { name: 'node-1' } },
  }) as unknown as Stored<ClusterApiMachine>

const GOING = { deletionTimestamp: '2026-01-02T04:00:00Z' }

const pod = (app: string, nodeName: string, metadata: object = {}) =>
  sample('v1', 'Pod', { metadata: { namespace: 'default', labels: { app }, ...metadata }, spec: { nodeName } })

const budget = (app: string, disruptionsAllowed: number, given: Sample = {}) =>
  sample('policy/v1', 'PodDisruptionBudget', {
    metadata: { namespace: 'default', name: app },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed, currentHealthy: 2, desiredHealthy: 2 },
    ...given,
  })

const PODS = [pod('web', 'node-1'), pod('free', 'node-1'), pod('else', 'node-2'), pod('gone', 'node-1', GOING)]
const BUDGETS = [
  budget('web', 0),
  budget('free', 1),
  budget('else', 0),
  budget('gone', 0),
  budget('web', 0, { metadata: { namespace: 'other', name: 'web' } }),
]

// Nothing else is asked of it.
const tenant = {
  cluster: 'demo',
  list: async ({ kind }: { kind: string }) => (kind === 'Pod' ? PODS : BUDGETS),
} as unknown as Reader

const managementWith = (set: Stored | undefined) => ({ get: async () => set }) as unknown as Reader
const management = managementWith(undefined)

it('finds the budgets that keep pods on the node of a machine that goes', async () => {
  const parts = await budgetsHoldingMachine(machine(GOING), management, tenant)

  expect(
    parts.map((part) => 'verdict' in part && [part.name.namespace, part.name.name, part.verdict.waitsFor]),
  ).toEqual([['default', 'web', 'more healthy pods: it has 2 and needs 2, so that none may go']])
})

it('asks for none of a machine that stays', async () => {
  expect(await budgetsHoldingMachine(machine({}), management, tenant)).toEqual([])
})

it.each([
  ['of a set that stays, the pool', {}, 'the NodePool'],
  ['of a set that goes, nobody but the machine itself', GOING, 'Machine clusters/blue'],
])('%s says for how long pods may hold it', async (_what, metadata, limited) => {
  const ownerReferences = [
    { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'MachineSet', name: 'blue', uid: 'u2', controller: true },
  ]
  const set = sample('cluster.x-k8s.io/v1beta1', 'MachineSet', { metadata })

  const [part] = await budgetsHoldingMachine(machine({ ...GOING, ownerReferences }), managementWith(set), tenant)

  expect(part && 'verdict' in part && part.verdict.nextActor).toEqual(
    user(`let the tenant change the PodDisruptionBudget, or set spec.nodeDrainTimeout of ${limited}`),
  )
})
