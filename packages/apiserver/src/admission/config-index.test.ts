import { openMemoryStore } from '@skep/store'
import { expect, it } from 'vitest'
import { CLUSTERS_BUCKET } from '../clusters/bucket-names.ts'
import type { ClusterView } from '../contracts.ts'
import { ConfigIndex } from './config-index.ts'

it('keeps nothing of a cluster that is gone', async () => {
  const store = openMemoryStore()
  const built: string[] = []
  const index = new ConfigIndex(store, [], ({ id }) => built.push(id))
  // As much of a cluster as it looks at.
  const blue = { id: 'blue' } as ClusterView
  const at = { bucket: CLUSTERS_BUCKET, key: 'blue', value: () => Buffer.from('{}') }
  await store.write({ ...at, type: 'put', expect: 'absent' })
  index.of(blue)
  index.of(blue)
  expect(built).toEqual(['blue'])

  await store.write({ ...at, type: 'delete', expect: 'present' })

  index.of(blue)
  expect(built).toEqual(['blue', 'blue'])
})
