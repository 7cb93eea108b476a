import { ConfigMap } from '@skep/api'
import { Informer } from '@skep/client'
import { expect, it } from 'vitest'
import { newestCopies } from './newest-copies.ts'
import { startHub } from './test/hub.ts'

it('gives what was written here until the watch brings the same or something newer', async () => {
  const { client, clock } = await startHub()
  const ref = { namespace: 'default', name: 'sky' }
  const informer = new Informer(client, ConfigMap, ref)
  const copies = newestCopies(informer)
  const stop = new AbortController()
  await client.create(ConfigMap, { metadata: ref, data: { colour: 'blue' } })
  const running = informer.run(stop.signal)
  await clock.settle()
  const colour = () => copies.get(ref)?.data?.['colour']
  const paint = (value: string) => client.patch(ConfigMap, ref, { type: 'merge', body: { data: { colour: value } } })

  const red = await paint('red')
  copies.keep(red)
  expect(colour()).toBe('red')
  await paint('black')
  await clock.settle()
  expect(colour()).toBe('black')
  await client.delete(ConfigMap, ref)
  await clock.settle()

  expect(colour()).toBeUndefined()
  stop.abort()
  await running
})
