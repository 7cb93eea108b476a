import { Secret } from '@skep/api'
import { expect, it } from 'vitest'
import { startShard, type TestShard } from './simulator/test/shard.ts'

const SECOND_MS = 1_000
const ref = (cluster: string) => ({ namespace: 'default', name: `${cluster}-admin-kubeconfig` })

const secretOf = async ({ client }: TestShard, cluster: string) => (await client.get(Secret, ref(cluster)))!

const kubeconfigOf = async (shard: TestShard, cluster: string) =>
  Buffer.from((await secretOf(shard, cluster)).data!['kubeconfig']!, 'base64').toString()

async function startWithClusters(): Promise<TestShard> {
  const shard = await startShard()
  for (const name of ['blue', 'green', 'red']) await shard.order(name)
  await shard.clock.advance(10 * SECOND_MS)
  return shard
}

/** As they are when the server was elsewhere, or believed somebody else. */
async function makeStale(shard: TestShard, cluster: string, found: RegExp, before: string): Promise<void> {
  const kubeconfig = (await kubeconfigOf(shard, cluster)).replace(found, before)
  await shard.client.patch(Secret, ref(cluster), { type: 'merge', body: { stringData: { kubeconfig } } })
}

it('makes kubeconfigs of installed clusters valid again when the server has moved or has another authority', async () => {
  const shard = await startWithClusters()
  await makeStale(shard, 'blue', /127\.0\.0\.1:\d+/, '127.0.0.1:1')
  await makeStale(shard, 'green', /certificate-authority-data: .*/, 'certificate-authority-data: b2xk')
  await shard.client.delete(Secret, ref('red'))

  await shard.restart()

  const { clusterMetadata } = (await shard.deployment('blue')).spec
  const tenant = shard.tenants.get(clusterMetadata!.clusterID)!
  expect(await kubeconfigOf(shard, 'blue')).toContain(`server: "${tenant.url}"`)
  expect(await kubeconfigOf(shard, 'green')).not.toContain('certificate-authority-data: b2xk')
  const { data } = await secretOf(shard, 'blue')
  expect(data!['raw-kubeconfig']).toBe(data!['kubeconfig'])
  expect(await shard.client.get(Secret, ref('red'))).toBeUndefined()
})

it('leaves kubeconfigs alone that are valid', async () => {
  const shard = await startWithClusters()
  const before = await secretOf(shard, 'blue')

  await shard.restart()

  expect(await secretOf(shard, 'blue')).toEqual(before)
})
