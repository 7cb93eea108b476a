import { afterEach, describe, expect, it } from 'vitest'
import { createCatalog } from '../catalog/catalog.ts'
import {
  type ApiFixture,
  ARO,
  awsOrder,
  awsShard,
  azureOrder,
  azureShard,
  MGMT,
  startApi,
} from '../test/api-fixture.ts'

let api: ApiFixture
afterEach(() => api.close())

const limits = (min_version: string, max_version = '') => ({
  path: 'regions.yaml',
  content: {
    cloud_providers: [
      { name: 'aws', regions: [{ name: 'us-east-1', version_constraints: { min_version, max_version } }] },
    ],
  },
})

async function startWith(regionConstraints: ReturnType<typeof limits>) {
  api = await startApi({ catalog: { files: { regionConstraints } } })
  await api.parts.shards.upsert('east', awsShard())
}

describe('a region that takes some versions only', () => {
  it('refuses the others', async () => {
    await startWith(limits('4.18.0'))

    const refused = await api.post(`${MGMT}/clusters`, awsOrder('old'))
    expect(refused.status).toBe(400)
    expect(refused.body.reason).toBe(
      "Version 'openshift-v4.17.0' isn't available in region 'us-east-1', which takes versions from 4.18.0",
    )
    const taken = await api.post(`${MGMT}/clusters`, awsOrder('new', { version: { id: 'openshift-v4.18.0' } }))
    expect(taken.status).toBe(201)
  })

  it('gives an order without a version the newest that it takes', async () => {
    await startWith(limits('4.16.0', '4.17.9'))

    const { status, body } = await api.post(`${MGMT}/clusters`, awsOrder('any', { version: undefined }))
    expect(status).toBe(201)
    expect(body.version.id).toBe('openshift-v4.17.0')
  })
})

describe('versions for clusters on Azure', () => {
  const { versions } = createCatalog({ versions: () => [] })
  const offered = [
    { ...version('4.20.1'), default: true, hosted_control_plane_default: true },
    { ...version('4.20.2') },
  ]

  function version(raw: string) {
    return {
      id: `openshift-v${raw}`,
      raw_id: raw,
      enabled: true,
      default: false,
      channel_group: 'stable',
      available_channels: [],
      rosa_enabled: false,
      hosted_control_plane_enabled: true,
      hosted_control_plane_default: false,
      available_upgrades: [],
      release_image: '',
      gcp_marketplace_enabled: false,
      wif_enabled: false,
    }
  }

  it('are listed by the API for Azure, and by it alone', async () => {
    api = await startApi({ catalog: { azureVersions: () => offered } })

    const { body } = await api.get(`${ARO}/versions?order=raw_id%20desc`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['openshift-v4.20.2', 'openshift-v4.20.1'])
    expect(body.items[0].href).toBe(`${ARO}/versions/openshift-v4.20.2`)
    expect((await api.get(`${MGMT}/versions/openshift-v4.20.1`)).status).toBe(404)
    expect((await api.get(`${MGMT}/versions/openshift-v4.17.0`)).status).toBe(200)
  })

  it('are those that orders may name', async () => {
    api = await startApi({ catalog: { versions, azureVersions: () => offered } })
    const shard = await api.post(`${ARO}/provision_shards`, azureShard())
    await api.patch(`${ARO}/provision_shards/${shard.body.id}`, { status: 'active' })

    const usual = await api.post(`${ARO}/clusters`, azureOrder('a'))
    expect(usual.body.version).toMatchObject({ id: 'openshift-v4.20.1', raw_id: '4.20.1' })
    const unknown = await api.post(`${ARO}/clusters`, { ...azureOrder('b'), version: { id: 'openshift-v4.17.0' } })
    expect(unknown).toMatchObject({ status: 400, body: { reason: "Version 'openshift-v4.17.0' doesn't exist" } })
  })
})
