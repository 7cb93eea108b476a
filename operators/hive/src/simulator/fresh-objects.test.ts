import { ClusterDeployment } from '@skep/api'
import { Informer } from '@skep/client'
import { expect, it } from 'vitest'
import { freshObjects } from './fresh-objects.ts'
import { startShard } from './test/shard.ts'

it('gives what is known of an object at first, then what the server has, whatever has come to be known of that', async () => {
  const { client, clock, order } = await startShard()
  const ref = { namespace: 'default', name: 'sky' }
  const { signal } = new AbortController()
  const stop = new AbortController()
  const informer = new Informer(client, ClusterDeployment)
  const objects = freshObjects(client, informer)
  const running = informer.run(stop.signal)
  await order('sky')
  await clock.settle()
  stop.abort()
  await running
  const domain = async () => (await objects.take(ref, signal))?.spec.baseDomain
  const known = informer.get(ref)
  const move = (baseDomain: string) =>
    client.patch(ClusterDeployment, ref, { type: 'merge', body: { spec: { baseDomain } } })

  await move('moved.example.com')
  expect(await domain()).toBe(known?.spec.baseDomain)
  expect(await domain()).toBe('moved.example.com')
  expect(informer.get(ref)).toBe(known)
})
