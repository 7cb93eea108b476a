import { ConfigMap, ManifestWork } from '@skep/api'
import type { Client } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { CLUSTER, configMap, said, startWorld, type TestWorld } from '../test/world.ts'

const one = { namespace: 'default', name: 'one' }
const two = { namespace: 'default', name: 'two' }
const held = { ...configMap('one'), metadata: { ...one, finalizers: ['example.com/hold'] } }

const remove = (world: TestWorld, name: string) => world.client.delete(ManifestWork, { namespace: CLUSTER, name })
const release = (world: TestWorld) =>
  world.client.patch(ConfigMap, one, { type: 'merge', body: { metadata: { finalizers: null } } })

describe('deleting a work', () => {
  it('takes its objects along', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one'), configMap('two')])

    await remove(world, 'blue')
    await world.seconds(20)

    expect(await world.work('blue')).toBeUndefined()
    expect(await world.applied('blue')).toBeUndefined()
    expect(await world.client.get(ConfigMap, one)).toBeUndefined()
    expect(await world.client.get(ConfigMap, two)).toBeUndefined()
  })

  it('waits until every object is really gone, and says for which', async () => {
    const world = await startWorld()
    await world.post('blue', [held, configMap('two')])

    await remove(world, 'blue')
    await world.seconds(3_600)

    const work = await world.work('blue')
    expect(said(work?.status?.conditions)).toContain('Deleting=True/WorkDeleting')
    expect(work?.status?.conditions?.at(-1)?.message).toBe(
      'ManifestWork is being deleted, waiting for configmaps default/one (held by example.com/hold) to be gone',
    )
    expect(await world.client.get(ConfigMap, two)).toBeUndefined()
    expect((await world.applied('blue'))?.status?.appliedResources).toMatchObject([{ name: 'one' }])

    await release(world)
    await world.clock.settle()
    expect(await world.work('blue')).toBeUndefined()
    expect(await world.applied('blue')).toBeUndefined()
  })

  it('says what still holds an object when others have let it go', async () => {
    const world = await startWorld()
    const finalizers = ['example.com/hold', 'example.com/keep']
    await world.post('blue', [{ ...configMap('one'), metadata: { ...one, finalizers } }])
    await remove(world, 'blue')
    await world.seconds(5)

    const body = { metadata: { finalizers: ['example.com/keep'] } }
    await world.client.patch(ConfigMap, one, { type: 'merge', body })
    await world.seconds(10)

    expect((await world.work('blue'))?.status?.conditions?.at(-1)?.message).toBe(
      'ManifestWork is being deleted, waiting for configmaps default/one (held by example.com/keep) to be gone',
    )
  })

  it('says why an object cannot be deleted', async () => {
    const world = await startWorld({ agent: false })
    const spoke: Client = {
      ...world.client,
      delete: (kind, ref, options) =>
        kind.plural === 'configmaps'
          ? Promise.reject(new Error('the server is out of order'))
          : world.client.delete(kind, ref, options),
    }
    await world.start({ spoke })
    await world.post('blue', [configMap('one')])

    await remove(world, 'blue')
    await world.seconds(5)

    expect((await world.work('blue'))?.status?.conditions?.at(-1)?.message).toBe(
      'ManifestWork is being deleted, waiting for configmaps default/one (the server is out of order) to be gone',
    )
  })

  it('goes on where another agent stopped', async () => {
    const world = await startWorld()
    await world.post('blue', [held])
    await remove(world, 'blue')
    await world.seconds(5)
    await world.stop()

    await release(world)
    await world.start()
    await world.seconds(20)

    expect(await world.work('blue')).toBeUndefined()
    expect(await world.applied('blue')).toBeUndefined()
  })

  it('lets objects stay that it orphans, without their owner', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], { deleteOption: { propagationPolicy: 'Orphan' } })
    expect((await world.client.get(ConfigMap, one))?.metadata.ownerReferences).toBeUndefined()

    await remove(world, 'blue')
    await world.seconds(20)

    expect(await world.work('blue')).toBeUndefined()
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue' })
  })

  it('takes the owner from objects that shall be orphaned later, also right before the deletion', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await world.post('red', [configMap('two')])

    await world.change('blue', { deleteOption: { propagationPolicy: 'Orphan' } })
    await world.seconds(1)
    expect((await world.client.get(ConfigMap, one))?.metadata.ownerReferences).toBeUndefined()

    await world.stop()
    await world.change('red', { deleteOption: { propagationPolicy: 'Orphan' } })
    await remove(world, 'red')
    await world.start()
    await world.seconds(20)
    expect(await world.work('red')).toBeUndefined()
    expect((await world.client.get(ConfigMap, two))?.metadata.ownerReferences).toBeUndefined()
    expect((await world.client.get(ConfigMap, two))?.data).toEqual({ colour: 'blue' })
  })

  it('lets only those objects stay that are selected', async () => {
    const world = await startWorld()
    const orphaningRules = [{ group: '', resource: 'configmaps', ...one }]
    await world.post('blue', [configMap('one'), configMap('two')], {
      deleteOption: { propagationPolicy: 'SelectivelyOrphan', selectivelyOrphans: { orphaningRules } },
    })

    await remove(world, 'blue')
    await world.seconds(20)

    expect(await world.client.get(ConfigMap, one)).toBeDefined()
    expect(await world.client.get(ConfigMap, two)).toBeUndefined()
  })

  it('lets objects stay that another work has too', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await world.post('red', [configMap('one')])

    await remove(world, 'blue')
    await world.seconds(20)

    expect(await world.work('blue')).toBeUndefined()
    expect((await world.client.get(ConfigMap, one))?.metadata.ownerReferences).toHaveLength(1)
  })

  it('is no matter for a work that was never applied', async () => {
    const world = await startWorld({ agent: false })
    await world.post('blue', [configMap('one')])
    await remove(world, 'blue')

    await world.start()

    expect(await world.work('blue')).toBeUndefined()
    expect(await world.applied('blue')).toBeUndefined()
  })
})
