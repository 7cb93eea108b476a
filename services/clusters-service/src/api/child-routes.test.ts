import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ApiFixture,
  ARO,
  awsOrder,
  awsShard,
  azureOrder,
  azureShard,
  KUBECONFIG,
  MGMT,
  startApi,
} from '../test/api-fixture.ts'

let api: ApiFixture
let cluster: string

beforeEach(async () => {
  api = await startApi()
  await api.parts.shards.upsert('east', awsShard())
  const { body } = await api.post(`${MGMT}/clusters`, awsOrder('demo'))
  cluster = `${MGMT}/clusters/${body.id}`
  await api.parts.clusters.observe(body.id, { state: 'ready' })
})
afterEach(() => api.close())

const hostedCluster = async () => {
  await api.parts.shards.upsert('hosted', { ...awsShard(), hypershift_config: { kubeconfig: KUBECONFIG } })
  const order = awsOrder('hosted', { hypershift: { enabled: true }, external_auth_config: { enabled: true } })
  const { body } = await api.post(`${MGMT}/clusters`, order)
  await api.parts.clusters.observe(body.id, { state: 'ready' })
  return `${MGMT}/clusters/${body.id}`
}

describe('machine pools', () => {
  it('are created, listed, changed and removed once the driver saw them gone', async () => {
    const created = await api.post(`${cluster}/machine_pools`, { id: 'extra', replicas: 3, labels: { a: '1' } })
    const listed = await api.get(
      `${cluster}/machine_pools?search=${encodeURIComponent("id = 'extra' and replicas > 2")}`,
    )
    const changed = await api.patch(`${cluster}/machine_pools/extra`, {
      autoscaling: { min_replicas: 1, max_replicas: 2 },
    })
    const removed = await api.remove(`${cluster}/machine_pools/extra`)

    expect(created).toMatchObject({
      status: 201,
      body: { kind: 'MachinePool', id: 'extra', href: `${cluster}/machine_pools/extra`, instance_type: 'm5.xlarge' },
    })
    expect(listed.body).toMatchObject({ kind: 'MachinePoolList', size: 1, total: 1 })
    expect(changed.body).toMatchObject({ autoscaling: { min_replicas: 1, max_replicas: 2 } })
    expect(changed.body.replicas).toBeUndefined()
    expect(removed.status).toBe(204)
    expect((await api.get(`${cluster}/machine_pools/extra`)).status).toBe(404)
    const again = await api.post(`${cluster}/machine_pools`, { id: 'extra', replicas: 1 })
    expect(again).toMatchObject({ status: 409, body: { reason: "Machine pool 'extra' is still being deleted" } })
  })

  it.each([
    [
      'replicas with autoscaling',
      { id: 'p', replicas: 1, autoscaling: { min_replicas: 1, max_replicas: 2 } },
      'together',
    ],
    ['neither replicas nor autoscaling', { id: 'p' }, 'mandatory'],
    ['no id', { replicas: 1 }, "Attribute 'id' is mandatory"],
    ['a bad id', { id: '9P', replicas: 1 }, "Attribute 'id' is invalid"],
    ['an unknown machine type', { id: 'p', replicas: 1, instance_type: 'huge' }, "Machine type 'huge'"],
    ['negative replicas', { id: 'p', replicas: -1 }, "Attribute 'replicas'"],
    ['an unknown taint effect', { id: 'p', replicas: 1, taints: [{ key: 'k', effect: 'X' }] }, 'taints[0].effect'],
  ])('with %s are refused', async (_, body, reason) => {
    const answer = await api.post(`${cluster}/machine_pools`, body)

    expect(answer.status).toBe(400)
    expect(answer.body.reason).toContain(reason)
  })

  it('are refused for hosted control planes and while the cluster is not ready', async () => {
    const hosted = await api.post(`${await hostedCluster()}/machine_pools`, { id: 'p', replicas: 2 })
    const { body } = await api.post(`${MGMT}/clusters`, awsOrder('young'))
    const young = await api.post(`${MGMT}/clusters/${body.id}/machine_pools`, { id: 'p', replicas: 2 })

    expect(hosted.status).toBe(400)
    expect(young).toMatchObject({
      status: 400,
      body: { reason: `Cluster '${body.id}' isn't ready, it is in state 'pending'` },
    })
  })
})

describe('the machine pool that a cluster starts with', () => {
  const worker = () => `${cluster}/machine_pools/worker`

  it('is listed, found and read like any other', async () => {
    await api.post(`${cluster}/machine_pools`, { id: 'extra', replicas: 3 })

    const { body } = await api.get(`${cluster}/machine_pools?order=id`)
    expect(body).toMatchObject({ size: 2, total: 2 })
    expect(body.items[1]).toEqual({
      kind: 'MachinePool',
      id: 'worker',
      href: worker(),
      replicas: 2,
      instance_type: 'm5.xlarge',
    })
    expect((await api.get(worker())).body).toEqual(body.items[1])
    const few = await api.get(`${cluster}/machine_pools?search=${encodeURIComponent('replicas < 3')}`)
    expect(few.body.items.map(({ id }: { id: string }) => id)).toEqual(['worker'])
    expect((await api.get(`${await hostedCluster()}/machine_pools`)).body.total).toBe(0)
  })

  it('is the nodes of the cluster, whichever of the two is changed', async () => {
    const taints = [{ key: 'a', value: 'b', effect: 'NoSchedule' }]
    const changed = await api.patch(worker(), { replicas: 5, labels: { tier: 'gold' }, taints })
    expect(changed).toMatchObject({ status: 200, body: { replicas: 5, labels: { tier: 'gold' }, taints } })
    expect((await api.get(cluster)).body.nodes).toMatchObject({ compute: 5, compute_labels: { tier: 'gold' } })

    await api.patch(cluster, { nodes: { autoscale_compute: { min_replicas: 2, max_replicas: 4 } } })
    const [listed] = (await api.get(`${cluster}/machine_pools`)).body.items
    expect(listed).toMatchObject({ autoscaling: { min_replicas: 2, max_replicas: 4 }, taints })
    expect(listed.replicas).toBeUndefined()

    await api.patch(worker(), { replicas: 3 })
    expect((await api.get(cluster)).body.nodes.autoscale_compute).toBeUndefined()
  })

  it('stays, and there is no second one', async () => {
    expect((await api.remove(worker())).status).toBe(400)
    expect((await api.post(`${cluster}/machine_pools`, { id: 'worker', replicas: 3 })).status).toBe(409)
    expect((await api.patch(worker(), { instance_type: 'm5.2xlarge' })).status).toBe(400)
    expect((await api.patch(worker(), { replicas: 1, autoscaling: { min_replicas: 1, max_replicas: 2 } })).status).toBe(
      400,
    )
  })
})

describe('node pools', () => {
  it('need two replicas without taints in all, and have a status of their own', async () => {
    const hosted = await hostedCluster()
    const tainted = { id: 'a', replicas: 2, taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] }

    const refused = await api.post(`${hosted}/node_pools`, tainted)
    const created = await api.post(`${hosted}/node_pools`, { id: 'b', autoscaling: { min_replica: 2, max_replica: 3 } })
    const last = await api.remove(`${hosted}/node_pools/b`)

    const reason = 'We need to have at least 2 replicas without taints across all the node pools.'
    expect(refused).toMatchObject({ status: 400, body: { reason } })
    expect(created).toMatchObject({ status: 201, body: { kind: 'NodePool', status: { state: { value: 'pending' } } } })
    expect(last).toMatchObject({ status: 400, body: { reason } })
    expect((await api.get(`${hosted}/node_pools/b/status`)).body).toMatchObject({
      kind: 'NodePoolStatus',
      current_replicas: 0,
    })
  })

  it('are refused for classic clusters', async () => {
    expect((await api.post(`${cluster}/node_pools`, { id: 'p', replicas: 2 })).status).toBe(400)
  })

  it('on Azure are changed through their own API', async () => {
    const shard = await api.post(`${ARO}/provision_shards`, azureShard())
    await api.patch(`${ARO}/provision_shards/${shard.body.id}`, { status: 'active' })
    const { id } = (await api.post(`${ARO}/clusters`, azureOrder('az'))).body
    await api.parts.clusters.observe(id, { state: 'ready' })
    const pool = { id: 'np', replicas: 2, azure_node_pool: { resource_name: 'np', vm_size: 'Standard_D8s_v3' } }

    expect((await api.post(`${MGMT}/clusters/${id}/node_pools`, pool)).status).toBe(400)
    expect((await api.post(`${ARO}/clusters/${id}/node_pools`, pool)).status).toBe(201)
    expect((await api.get(`${MGMT}/clusters/${id}/node_pools/np`)).body.azure_node_pool.vm_size).toBe('Standard_D8s_v3')
  })
})

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'default' } }

describe('what else belongs to a cluster', () => {
  it.each([
    ['tuning_configs', { name: 'n', spec: { a: 1 } }, { spec: { a: 2 } }, true],
    ['kubelet_configs', { name: 'n', pod_pids_limit: 5000 }, { pod_pids_limit: 6000 }, false],
    ['external_configuration/syncsets', { id: 's', resources: [CONFIG_MAP] }, { resources: [] }, false],
    ['external_configuration/labels', { key: 'k', value: 'v' }, { value: 'w' }, false],
    ['external_configuration/manifests', { id: 'm', workloads: [{ kind: 'ConfigMap' }] }, { workloads: [] }, false],
    ['ingresses', { listening: 'internal' }, { listening: 'external' }, false],
    ['identity_providers', { name: 'gh', github: { client_id: 'c', client_secret: 's' } }, { login: false }, false],
    ['upgrade_policies', { version: '4.18.0', next_run: '2026-02-01T00:00:00Z' }, { version: '4.18.1' }, false],
    ['control_plane/upgrade_policies', { version: '4.18.0' }, { version: '4.18.1' }, true],
    ['kubelet_config', { pod_pids_limit: 5000 }, { pod_pids_limit: 6000 }, false],
    ['autoscaler', { log_verbosity: 1 }, { log_verbosity: 2 }, false],
  ])('%s are created, read, changed and removed', async (path, body, change, hosted) => {
    const base = hosted ? await hostedCluster() : cluster

    const created = await api.post(`${base}/${path}`, body)
    const href = created.body.href
    const changed = await api.patch(href, change)
    const read = await api.get(href)
    const removed = await api.remove(href)

    expect(created.status).toBe(201)
    expect(changed.status).toBe(200)
    expect(read.body).toMatchObject(change)
    expect(read.body).toEqual(changed.body)
    expect(removed.status).toBe(204)
    expect((await api.get(href)).status).toBe(404)
  })

  it('keeps the secrets of identity providers to itself', async () => {
    const idp = { name: 'gh', github: { client_id: 'c', client_secret: 'hush' } }
    const { body } = await api.post(`${cluster}/identity_providers`, idp)

    expect(body.type).toBe('GithubIdentityProvider')
    expect(JSON.stringify(body)).not.toContain('hush')
  })

  it('has a default ingress that stays', async () => {
    const { body } = await api.get(`${cluster}/ingresses`)

    expect(body.items).toMatchObject([{ kind: 'Ingress', default: true, listening: 'external' }])
    expect((await api.remove(body.items[0].href)).status).toBe(400)
  })

  it.each([1, 20000])('refuses %i processes per pod', async (limit) => {
    const { status, body } = await api.post(`${cluster}/kubelet_config`, { pod_pids_limit: limit })

    expect(status).toBe(400)
    expect(body.reason).toContain("'pod_pids_limit'")
  })

  it('refuses a second autoscaler and a second label of the same key', async () => {
    await api.post(`${cluster}/autoscaler`, {})
    await api.post(`${cluster}/external_configuration/labels`, { key: 'k', value: 'v' })

    expect((await api.post(`${cluster}/autoscaler`, {})).status).toBe(409)
    expect((await api.post(`${cluster}/external_configuration/labels`, { key: 'k', value: 'w' })).status).toBe(409)
  })

  it.each([
    [
      'labels',
      { key: 'api.openshift.com/id', value: 'another' },
      "label 'api.openshift.com/id' is written by the service",
    ],
    ['labels', { key: 'hive.openshift.io/x', value: 'y' }, "label 'hive.openshift.io/x' is written by the service"],
    ['labels', { key: 'no key!', value: 'v' }, "Attribute 'key' is invalid: name part must consist of"],
    ['labels', { key: 'k', value: 'no value!' }, "Attribute 'value' is invalid: a valid label must be"],
    ['syncsets', { resources: [{ apiVersion: 'v1', metadata: { name: 'c' } }] }, "'resources[0].kind' is mandatory"],
    ['syncsets', { resources: [CONFIG_MAP, {}] }, "'resources[1].apiVersion' is mandatory"],
  ])('has no %s such as %j, which its shard would refuse or take for those of others', async (name, body, reason) => {
    const answer = await api.post(`${cluster}/external_configuration/${name}`, body)

    expect(answer.status).toBe(400)
    expect(answer.body.reason).toContain(reason)
  })

  it('has break glass credentials that are revoked all at once', async () => {
    const hosted = await hostedCluster()
    const { status, body } = await api.post(`${hosted}/break_glass_credentials`, { username: 'me' })

    const revoked = await api.remove(`${hosted}/break_glass_credentials`)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'BreakGlassCredential',
      username: 'me',
      status: 'created',
    })
    expect(revoked.status).toBe(204)
    expect((await api.get(body.href)).body.status).toBe('awaiting_revocation')
  })

  it('shows the kubeconfig of a break glass credential to who asks for that one', async () => {
    const hosted = await hostedCluster()
    const { body } = await api.post(`${hosted}/break_glass_credentials`, { username: 'me' })
    const address = { clusterId: body.href.split('/')[5], collection: 'break_glass_credentials', id: body.id } as const
    const child = (await api.parts.children.get(address))!
    await api.parts.children.observe(child, { status: 'issued', kubeconfig: 'a kubeconfig' })

    expect((await api.get(body.href)).body).toMatchObject({ status: 'issued', kubeconfig: 'a kubeconfig' })
    const { body: list } = await api.get(`${hosted}/break_glass_credentials`)
    expect(list.items).toMatchObject([{ status: 'issued', username: 'me' }])
    expect(list.items[0].kubeconfig).toBeUndefined()
    const search = encodeURIComponent("kubeconfig like '%key%'")
    expect((await api.get(`${hosted}/break_glass_credentials?search=${search}`)).status).toBe(400)
  })

  it('counts the reasons for limited support in its status', async () => {
    const { body } = await api.post(`${cluster}/limited_support_reasons`, { summary: 's', details: 'd' })
    const during = (await api.get(`${cluster}/status`)).body.limited_support_reason_count
    await api.remove(body.href)

    expect(during).toBe(1)
    expect((await api.get(`${cluster}/status`)).body.limited_support_reason_count).toBe(0)
  })

  it.each([
    [{}, "Attribute 'version' is mandatory for manual upgrades"],
    [{ version: '4.19.0' }, "Version '4.19.0' isn't available as an upgrade from '4.17.0': there are 4.18.0, 4.18.1"],
    [{ schedule_type: 'automatic' }, "Attribute 'schedule' is mandatory for automatic upgrades"],
    [
      { schedule_type: 'automatic', schedule: '0 0 30 2 *' },
      "Attribute 'schedule' is invalid: '0 0 30 2 *' never comes up",
    ],
    [{ schedule_type: 'automatic', schedule: 'soon' }, "Attribute 'schedule' is invalid: "],
  ])('refuses the upgrade %j', async (body, reason) => {
    const answer = await api.post(`${cluster}/upgrade_policies`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.reason).toContain(reason)
  })

  it('says when an automatic upgrade comes up', async () => {
    const policy = { schedule_type: 'automatic', schedule: '30 4 * * 6' }
    const { body } = await api.post(`${cluster}/upgrade_policies`, policy)

    expect(body).toMatchObject({ next_run: '2026-01-03T04:30:00Z', upgrade_type: 'OSD', state: { value: 'pending' } })
  })

  it('has one upgrade at a time, which stays once it has begun', async () => {
    const { body } = await api.post(`${cluster}/upgrade_policies`, { version: '4.18.0' })
    expect((await api.post(`${cluster}/upgrade_policies`, { version: '4.18.0' })).status).toBe(409)
    await api.patch(`${body.href}/state`, { value: 'started' })
    expect((await api.patch(body.href, { version: '4.18.1' })).status).toBe(400)
    expect((await api.remove(body.href)).status).toBe(400)

    await api.patch(`${body.href}/state`, { value: 'completed' })
    expect((await api.post(`${cluster}/upgrade_policies`, { version: '4.18.0' })).status).toBe(201)
    expect((await api.remove(body.href)).status).toBe(204)
  })

  it('has the state of an upgrade at its own address', async () => {
    const { body } = await api.post(`${cluster}/upgrade_policies`, { version: '4.18.0' })
    expect((await api.get(`${body.href}/state`)).body).toMatchObject({
      value: 'pending',
      description: 'The upgrade is about to be scheduled',
    })
    await api.patch(`${body.href}/state`, { value: 'cancelled' })

    expect((await api.get(`${body.href}/state`)).body).toMatchObject({ kind: 'UpgradePolicyState', value: 'cancelled' })
  })

  it('is gone with the cluster', async () => {
    await api.post(`${cluster}/machine_pools`, { id: 'extra', replicas: 3 })
    const id = cluster.split('/').at(-1) ?? ''

    await api.parts.clusters.finishDeletion(id)

    expect(await api.parts.children.listAll(id)).toEqual([])
  })
})
