import { ConfigMap } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { by, manifestConditions, ONE, patchOne, RESYNC_SECONDS } from '../test/strategies.ts'
import { configMap, startWorld, type TestWorld } from '../test/world.ts'

describe('ServerSideApply', () => {
  const managers = async (world: TestWorld) =>
    (await world.client.get(ConfigMap, ONE))?.metadata.managedFields?.map(
      ({ manager, operation }) => `${manager} ${operation}`,
    )

  it('applies in the name of the agent, and leaves fields of others alone', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], by({ type: 'ServerSideApply' }))
    await patchOne(world, { data: { size: 'big' } })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'green' })] } })

    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'green', size: 'big' })
    expect(await managers(world)).toContain('work-agent Apply')
    expect((await world.client.get(ConfigMap, ONE))?.metadata.ownerReferences).toHaveLength(1)
  })

  it('reports a conflict, and does not try again before everything is applied again', async () => {
    const world = await startWorld()
    await world.client.apply(ConfigMap, configMap('one', { colour: 'red' }), { fieldManager: 'somebody' })
    await world.post('blue', [configMap('one')], by({ type: 'ServerSideApply' }))

    expect((await manifestConditions(world))[0]).toMatchObject({
      status: 'False',
      reason: 'AppliedManifestFailed',
      message: expect.stringContaining('conflict with "somebody": .data.colour'),
    })
    const patches: string[] = []
    world.client.observe(({ method }) => {
      if (method === 'PATCH') patches.push(method)
    })
    await world.seconds(120)
    expect(patches).toEqual([])
  })

  it('takes fields by force where that is chosen', async () => {
    const world = await startWorld()
    await world.client.apply(ConfigMap, configMap('one', { colour: 'red' }), { fieldManager: 'somebody' })

    await world.post(
      'blue',
      [configMap('one')],
      by({ type: 'ServerSideApply', serverSideApply: { force: true, fieldManager: 'work-agent-x' } }),
    )

    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue' })
    expect(await managers(world)).toContain('work-agent-x Apply')
  })

  const ignoring = (condition: 'OnSpokePresent' | 'OnSpokeChange', fields: object) =>
    by({
      type: 'ServerSideApply',
      serverSideApply: { force: true, fieldManager: 'work-agent', ignoreFields: [{ condition, ...fields }] },
    })

  it('leaves fields alone that are to be so once they are there', async () => {
    const world = await startWorld()
    const manifest = configMap('one', { colour: 'blue', size: '1' })
    await world.post('blue', [manifest], ignoring('OnSpokePresent', { jsonPaths: ['.data.size'] }))
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue', size: '1' })

    await patchOne(world, { data: { size: '5' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue', size: '5' })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'green', size: '2' })] } })
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'green', size: '5' })
  })

  it('leaves fields alone that somebody changed, until the hub asks for something new', async () => {
    const world = await startWorld()
    const manifest = configMap('one', { colour: 'blue', size: '1' })
    await world.post('blue', [manifest], ignoring('OnSpokeChange', { jsonPointers: ['/data/size'] }))

    await patchOne(world, { data: { size: '5' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue', size: '5' })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'blue', size: '2' })] } })
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue', size: '2' })
  })

  it('says so when it cannot tell which fields to leave alone', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')], ignoring('OnSpokePresent', { jqPathExpressions: ['.data.size'] }))

    expect((await manifestConditions(world))[0]).toMatchObject({
      status: 'False',
      reason: 'AppliedManifestSSAIgnoreFieldError',
      message: expect.stringContaining("Failed to process ignoreFields: JQ expression error in '.data.size'"),
    })
  })
})
