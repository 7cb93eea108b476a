import { ClusterApiMachine, Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startWorld } from './test/world.ts'

const TAINTS = JSON.stringify([{ key: 'dedicated', value: 'gold', effect: 'NoSchedule' }])

describe('a node of a pool', () => {
  it('gets the labels and taints of its pool', async () => {
    const world = await startWorld()
    await world.seconds(1)
    await world.addNode('one')
    await world.addMachine('one', {
      nodeName: 'one',
      labels: { 'managed.hypershift.openshift.io.tier': 'gold', other: 'label' },
      annotations: { 'hypershift.openshift.io/nodePoolTaints': TAINTS },
    })

    await world.seconds(1)

    const node = await world.tenant.client.get(Node, { name: 'one' })
    expect(node?.metadata.labels).toMatchObject({
      'hypershift.openshift.io/nodePool': 'workers',
      'node-role.kubernetes.io/worker': '',
      tier: 'gold',
    })
    expect(node?.metadata.labels).not.toHaveProperty('other')
    expect(node?.metadata.annotations?.['hypershift.openshift.io/labelsSynced']).toBe('true')
    expect(node?.spec?.taints).toContainEqual({ key: 'dedicated', value: 'gold', effect: 'NoSchedule' })
  })

  it('keeps what it has when the pool gives something else later', async () => {
    const world = await startWorld()
    await world.seconds(1)
    await world.addNode('one')
    const label = 'managed.hypershift.openshift.io.tier'
    const machine = await world.addMachine('one', { nodeName: 'one', labels: { [label]: 'gold' } })
    await world.seconds(1)

    const body = { metadata: { labels: { [label]: 'silver' } } }
    await world.client.patch(ClusterApiMachine, machine.metadata, { type: 'merge', body })
    await world.seconds(1)

    const node = await world.tenant.client.get(Node, { name: 'one' })
    expect(node?.metadata.labels?.['tier']).toBe('gold')
  })

  it('is labelled when its machine comes to know it', async () => {
    const world = await startWorld()
    await world.seconds(1)
    await world.addMachine('one', { nodeName: 'one' })
    await world.seconds(1)

    await world.addNode('one')
    await world.seconds(1)

    const node = await world.tenant.client.get(Node, { name: 'one' })
    expect(node?.metadata.labels?.['hypershift.openshift.io/nodePool']).toBe('workers')
  })
})
