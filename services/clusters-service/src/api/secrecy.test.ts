import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApiFixture, awsOrder, awsShard, KUBECONFIG, MGMT, startApi } from '../test/api-fixture.ts'

let api: ApiFixture
let cluster: string

beforeEach(async () => {
  api = await startApi()
  await api.parts.shards.upsert('east', awsShard())
  const keys = { access_key_id: 'hush-id', secret_access_key: 'hush-key' }
  const { body } = await api.post(`${MGMT}/clusters`, awsOrder('demo', { ccs: { enabled: true }, aws: keys }))
  cluster = body.href
  await api.parts.clusters.observe(body.id, { state: 'ready' })
})
afterEach(() => api.close())

describe('secrets', () => {
  it.each([
    ['clusters', 'aws.secret_access_key'],
    ['clusters', 'aws.access_key_id'],
    ['clusters', 'gcp.private_key'],
    ['clusters', 'htpasswd.password'],
    ['deleted_clusters', 'aws.secret_access_key'],
    ['provision_shards', 'hive_config.kubeconfig'],
    ['provision_shards', 'aws_account_operator_config.kubeconfig'],
  ])('of %s cannot be guessed letter by letter: %s', async (list, attribute) => {
    const query = (name: string, text: string) => api.get(`${MGMT}/${list}?${name}=${encodeURIComponent(text)}`)

    for (const refused of [await query('search', `${attribute} like 'h%'`), await query('order', attribute)]) {
      expect(refused.status).toBe(400)
      expect(refused.body.reason).toContain(`there is no attribute '${attribute}'`)
    }
  })

  it.each(['github.client_secret', 'htpasswd.users.password', 'ldap.bind_password'])(
    'of identity providers cannot be guessed either: %s',
    async (attribute) => {
      const search = encodeURIComponent(`${attribute} like 'h%'`)

      expect((await api.get(`${cluster}/identity_providers?search=${search}`)).status).toBe(400)
    },
  )

  it.each(['service.organizationId', 'service.shardId', 'document'])(
    'are not beside %s, which is how things are stored and no attribute',
    async (attribute) => {
      const refused = await api.get(`${MGMT}/clusters?search=${encodeURIComponent(`${attribute} = ''`)}`)

      expect(refused.status).toBe(400)
      expect(refused.body.reason).toContain(`there is no attribute '${attribute}'`)
    },
  )

  it.each(['cluster_id', 'collection', 'deleting'])('are not beside %s of what belongs to clusters', async (name) => {
    expect((await api.get(`${cluster}/machine_pools?order=${name}`)).status).toBe(400)
  })

  it('are in no answer, also not in a list of fields', async () => {
    const answers = [
      await api.get(cluster),
      await api.get(`${MGMT}/clusters?fields=aws,aws.secret_access_key`),
      await api.get(`${MGMT}/provision_shards?fields=hive_config.kubeconfig`),
      await api.patch(`${MGMT}/provision_shards/east`, { status: 'maintenance' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/hush|sesame/)
  })

  it('are not repeated when something else is put where a kubeconfig belongs', async () => {
    const encoded = Buffer.from(KUBECONFIG).toString('base64')

    const { status, body } = await api.patch(`${MGMT}/provision_shards/east`, { hive_config: { kubeconfig: encoded } })

    expect(status).toBe(400)
    expect(body.reason).toBe(
      "Attribute 'hive_config.kubeconfig' must be the content of a kubeconfig, but is a single line",
    )
  })
})
