import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { azureOrder, azureShard } from '../services/clusters-service/src/test/api-fixture.ts'
import { type Flow, startFlow } from './support/flow.ts'
import { itWith } from './support/programs.ts'

const FAST = new URL('../config/hive-simulator-fast.yaml', import.meta.url).pathname
const ARO = `"\${CS%/clusters_mgmt*}/aro_hcp/v1alpha1"`
const AZURE = [
  { name: 'first', subscription_id: 'S', resource_group_name: 'R' },
  { name: 'second', subscription_id: 'S', resource_group_name: 'other' },
  { name: 'third', subscription_id: 'other', resource_group_name: 'R' },
]

let flow: Flow
beforeAll(async () => {
  buildSkep()
  flow = await startFlow('--config', FAST, '--speed', '5x')
}, 180_000)
afterAll(() => flow?.close())

/** Sends JSON and returns what `jq` prints of the answer. */
async function send(method: 'POST' | 'PATCH', url: string, body: object, filter: string): Promise<string> {
  flow.sh.file('body.json', body)
  const json = `-H 'Content-Type: application/json' -d @body.json`
  return flow.sh(`curl -sS --fail-with-body -X${method} ${url} ${json} | jq -r '${filter}'`)
}

const found = (search: string) =>
  flow.sh(`curl -sSG $CS/clusters --data-urlencode "search=${search}" | jq -c '[.total, [.items[].name]]'`)

describe('the clusters service, asked for many', { timeout: 60_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('finds exactly the Azure clusters that a search is about', async () => {
    const shardId = await send('POST', `${ARO}/provision_shards`, azureShard(), '.id')
    await send('PATCH', `${ARO}/provision_shards/${shardId}`, { status: 'active' }, '.status')
    for (const { name, ...azure } of AZURE) await send('POST', `${ARO}/clusters`, azureOrder(name, azure), '.id')

    expect(await found("azure.subscription_id='S' and azure.resource_group_name='R'")).toBe('[1,["first"]]')
    expect(await found("azure.subscription_id='S'")).toBe('[2,["first","second"]]')
    expect(await found("azure.resource_group_name='R'")).toBe('[2,["first","third"]]')
    expect(await found("azure.subscription_id='nobody'")).toBe('[0,[]]')
    expect(await flow.sh(`curl -sSG $CS/clusters --data-urlencode 'search=bogus = 1' | jq -r .code`)).toBe(
      'CLUSTERS-MGMT-400',
    )
  })

  it('gives 13 clusters in pages of ten, and nothing past the last', async () => {
    const there = Number(await flow.get('/clusters', '.total'))
    for (let index = there; index < 13; index++) await flow.order({ name: `page-${index}` })

    expect(await flow.get('/clusters?page=1&size=10', '[.page, .size, .total, (.items | length)]')).toBe('[1,10,13,10]')
    expect(await flow.get('/clusters?page=2&size=10', '[.page, .size, .total, (.items | length)]')).toBe('[2,3,13,3]')
    expect(await flow.get('/clusters?page=9&size=10', '[.items, .size, .total]')).toBe('[[],0,13]')
  })
})
