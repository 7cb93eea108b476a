import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { type Flow, startFlow } from './support/flow.ts'
import { itWith } from './support/programs.ts'

let flow: Flow
beforeAll(async () => {
  if (!process.env['NOBUILD']) buildSkep()
  flow = await startFlow('--engine', 'full', '--speed', '600x')
}, 180_000)
afterAll(() => flow?.close())

/** Waits until the service says that a cluster is in a state. */
async function whenState(id: string, state: string): Promise<void> {
  await expect.poll(() => flow.get(`/clusters/${id}/status`, '.state'), { timeout: 15_000 }).toBe(state)
}

/** The namespace of a cluster on the shard. */
const namespaceOf = (id: string): string => `uhc-development-${id}`

describe('clusters that the full engine of Hive makes', { timeout: 60_000 }, () => {
  const it = itWith('kubectl')

  it('are removed from the cloud before they are gone from the service', async () => {
    const id = await flow.order({ name: 'short-lived' })
    await whenState(id, 'ready')
    const seen = flow.sh.start(`kubectl get clusterdeprovisions -n ${namespaceOf(id)} --watch -o name`)

    expect(await flow.sh(`curl -sS -XDELETE -o gone -w '%{http_code}' "$CS/clusters/${id}"`)).toBe('204')
    await seen.line(/short-lived/)
    await expect.poll(() => flow.get(`/clusters/${id}`, '.code // .state')).toBe('CLUSTERS-MGMT-404')
    expect(await flow.sh(`kubectl get namespace ${namespaceOf(id)} --ignore-not-found`)).toBe('')
  })
})
