import { Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startPoolWorld } from '../test/pool-world.ts'
import { CONTROL_PLANE } from '../test/samples.ts'

describe('the token of a configuration', () => {
  it('stays what it is when the operator comes upon it unawares: machines may have booted with it', async () => {
    const world = await startPoolWorld()
    const first = await world.start()
    await world.order()
    await world.seconds(1)
    await first.stop()
    const [name = ''] = await world.secretNames('token')
    const ref = { namespace: CONTROL_PLANE, name }
    const before = await world.client.get(Secret, ref)
    // Without this, the operator does not find it among the Secrets of the pool, as if nobody had told it yet.
    const annotations = { 'hypershift.openshift.io/nodePool': null }
    await world.client.patch(Secret, ref, { type: 'merge', body: { metadata: { annotations } } })

    await world.start()
    await world.seconds(1)

    const after = await world.client.get(Secret, ref)
    expect(after?.metadata.uid).toBe(before?.metadata.uid)
    expect(after?.data).toEqual(before?.data)
    expect(after?.metadata.annotations).toEqual(before?.metadata.annotations)
  })
})
