import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { type Flow, startFlow, startService } from './support/flow.ts'
import { itWith } from './support/programs.ts'

const FAST = new URL('../config/hive-simulator-fast.yaml', import.meta.url).pathname

let flow: Flow
beforeAll(async () => {
  buildSkep()
  flow = await startFlow('--config', FAST, '--speed', '5x')
}, 180_000)
afterAll(() => flow?.close())

const wait = (state: string, id: string) =>
  flow.sh(`skep wait --for=${state} cluster/${id} --url "\${CS%/api*}" --timeout 15s`)

describe('the clusters service with a simulator', { timeout: 60_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('lists the shards of several files, and keeps their kubeconfigs to itself', async () => {
    const { sh, folder } = flow
    await sh('sed s/hive-simulator-shard/second/ provision_shards_simulator.yaml > second.yaml')
    const files = ['provision_shards_simulator.yaml', 'second.yaml'].flatMap((file) => [
      '--provision-shards-config',
      file,
    ])
    const other = await startService(folder, '--data-dir', 'other', ...files)

    const shards = await sh(
      `curl -sS ${other.found}/provision_shards | jq -c '[.total, .kind, .items[0].hive_config.kubeconfig, (.items[0].hive_config.server | startswith("https://"))]'`,
    )
    expect(shards).toBe('[2,"ProvisionShardList","**********",true]')
    expect(await other.kill()).toBe(0)
  })

  it('brings an order to a ready cluster that answers kubectl', async () => {
    const { sh, get } = flow
    const id = await flow.order({
      name: 'demo',
      version: { id: 'openshift-v4.17.0' },
      product: { id: 'osd' },
      managed: true,
    })
    const states = await sh(
      `until [ "$state" = ready ]; do state=$(curl -sS $CS/clusters/${id}/status | jq -r .state); echo $state; done | uniq`,
    )
    expect(['pending\ninstalling\nready', 'installing\nready']).toContain(states)

    expect(
      await get(
        `/clusters/${id}`,
        '[.properties.provision_shard_id, .infra_id, (.api.url | length > 0), (.console.url | length > 0), (.external_id | length)]',
      ),
    ).toBe('["hive-simulator-shard","demo-infra",true,true,36]')
    expect(await get(`/clusters/${id}/provision_shard`, '.id')).toBe('hive-simulator-shard')
    expect(await sh(`kubectl get cd -A -l api.openshift.com/id=${id} --no-headers | wc -l`)).toBe('1')

    await sh(`curl -sS $CS/clusters/${id}/credentials | jq -r .kubeconfig > tenant.kubeconfig`)
    expect(await sh('kubectl --kubeconfig tenant.kubeconfig get nodes --no-headers')).toMatch(/^master-0 +Ready /)
  })

  it('upgrades a cluster by a policy, on the simulator as well', async () => {
    const { sh, get } = flow
    const id = await flow.order({ name: 'upgraded', version: { id: 'openshift-v4.17.0' } })
    await wait('ready', id)
    const body = JSON.stringify({ version: '4.17.5' })
    await sh(`curl -sS $CS/clusters/${id}/upgrade_policies -H 'Content-Type: application/json' -d '${body}'`)
    const state = `curl -sS $CS/clusters/${id}/upgrade_policies | jq -r '.items[0].state.value'`
    await sh(`until [ "$(${state})" = completed ]; do sleep 0.2; done`)

    expect(await get(`/clusters/${id}`, '[.version.id, .openshift_version]')).toBe('["openshift-v4.17.5","4.17.5"]')
  })

  it('leaves an order waiting while its shard is in maintenance, and says so', async () => {
    const { sh, get } = flow
    const patch = (status: string) =>
      sh(
        `curl -sS -XPATCH $CS/provision_shards/hive-simulator-shard -H 'Content-Type: application/json' -d '{"status":"${status}"}' | jq -r .status`,
      )
    expect(await patch('maintenance')).toBe('maintenance')
    const id = await flow.order({ name: 'patient' })
    await expect
      .poll(() => get(`/clusters/${id}/status`, '.state + ": " + .description'), { timeout: 10_000 })
      .toMatch(/^pending: .*hive-simulator-shard/)

    expect(await patch('active')).toBe('active')
    await wait('ready', id)
  })

  it('refuses a region that no shard is for', async () => {
    const answer = await flow.sh(
      `curl -sS $CS/clusters -H 'Content-Type: application/json' -d '{"name":"far","cloud_provider":{"id":"aws"},"region":{"id":"eu-west-1"}}' | jq -c '[.code, (.reason | contains("eu-west-1"))]'`,
    )
    expect(answer).toBe('["CLUSTERS-MGMT-400",true]')
  })

  it('says of a cluster that is not there what OCM says', async () => {
    const { sh } = flow
    expect(
      await sh(`curl -sS $CS/clusters/none | jq -c '[.kind, .id, .code, .reason, (.operation_id | length)]'`),
    ).toBe(`["Error","404","CLUSTERS-MGMT-404","Cluster 'none' not found",36]`)
    expect(await sh(`curl -sS -o /dev/null -w '%{http_code} %{content_type}' $CS/clusters/none`)).toBe(
      '404 application/json',
    )
  })

  it('refuses a search that it cannot read', async () => {
    expect(await flow.sh(`curl -sSG $CS/clusters --data-urlencode 'search=bogus = 1' | jq -r .id`)).toBe('400')
  })

  it('counts pages past the end', async () => {
    for (let index = 0; index < 11; index++) await flow.order({ name: `page-${index}` })
    const total = Number(await flow.get('/clusters', '.total'))
    expect(await flow.get(`/clusters?page=2&size=10`, '[.size, .total, .page]')).toBe(`[${total - 10},${total},2]`)
    expect(await flow.get('/clusters?page=9&size=10', '[.items, .size, .total]')).toBe(`[[],0,${total}]`)
  })

  it('removes a cluster and all that was made for it', async () => {
    const { sh } = flow
    const id = await flow.order({ name: 'short-lived' })
    await wait('ready', id)

    expect(await sh(`curl -sS -o /dev/null -w '%{http_code}' -XDELETE $CS/clusters/${id}`)).toBe('204')
    await wait('deleted', id)
    await expect.poll(() => sh(`kubectl get ns uhc-development-${id} --ignore-not-found`)).toBe('')
  })

  it('takes an Azure shard through its life', async () => {
    const { sh } = flow
    const shard = {
      region: { id: 'westus3' },
      cloud_provider: { id: 'azure' },
      topology: 'shared',
      status: 'active',
      azure_shard: {
        public_dns_zone_resource_id: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/dnszones/x',
        cx_secrets_key_vault_url: 'https://cx-1.vault.azure.net/',
        cx_managed_identities_key_vault_url: 'https://mi-1.vault.azure.net/',
        cx_secrets_key_vault_managed_identity_client_id: '00000000-0000-0000-0000-000000000001',
        aks_management_cluster_resource_id:
          '/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/mgmt-1',
      },
      maestro_config: {
        consumer_name: 'mgmt-1',
        rest_api_config: { url: 'http://maestro:8000' },
        grpc_api_config: { url: 'maestro-grpc:8090' },
      },
    }
    sh.file('shard.json', shard)
    const aro = `"\${CS%/clusters_mgmt*}/aro_hcp/v1alpha1/provision_shards"`
    const post = `curl -sS ${aro} -H 'Content-Type: application/json' -d @shard.json -w '\n%{http_code}'`
    const [body = '', code] = (await sh(post)).split('\n')
    const { id, status } = JSON.parse(body)
    expect([code, status]).toEqual(['201', 'maintenance'])
    expect((await sh(post)).split('\n')[1]).toBe('409')
    const patch = (change: object) =>
      sh(
        `curl -sS -o /dev/null -w '%{http_code}' -XPATCH ${aro}/${id} -H 'Content-Type: application/json' -d '${JSON.stringify(change)}'`,
      )
    expect(await patch({ topology: 'dedicated' })).toBe('400')
    expect(await patch({ status: 'active' })).toBe('200')
  })
})
