import { describe, expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'

const none = () => []

describe('createCatalog', () => {
  it('knows regions of all three clouds', () => {
    const catalog = createCatalog({ versions: none })

    expect(catalog.regions('aws').find(({ id }) => id === 'us-east-1')).toMatchObject({
      display_name: 'US East, N. Virginia',
      supports_multi_az: true,
      enabled: true,
    })
    expect(catalog.regions('gcp').map(({ id }) => id)).toContain('us-east1')
    expect(catalog.regions('azure').map(({ id }) => id)).toContain('westus3')
    expect(catalog.regions('moon')).toEqual([])
  })

  it('knows what a machine type has', () => {
    const types = createCatalog({ versions: none }).machineTypes()

    expect(types.find(({ id }) => id === 'm5.xlarge')).toEqual({
      id: 'm5.xlarge',
      name: 'm5.xlarge - General purpose',
      category: 'general_purpose',
      cpu_cores: 4,
      memory_bytes: 17_179_869_184,
      size: 'small',
      generic_name: 'standard-4',
      cloud_provider_id: 'aws',
      ccs_only: false,
      enabled: true,
      architecture: 'amd64',
    })
    expect(types.find(({ id }) => id === 'r5.2xlarge')).toMatchObject({ cpu_cores: 8, memory_bytes: 68_719_476_736 })
    expect(types.find(({ id }) => id === 'Standard_D8s_v3')).toMatchObject({ cpu_cores: 8, size: 'medium' })
  })

  it('gives every machine type and every region of a cloud an id of its own', () => {
    const catalog = createCatalog({ versions: none })
    const ids = catalog.machineTypes().map(({ id }) => id)
    const regions = catalog.regions().map((region) => `${region.cloud_provider_id}/${region.id}`)

    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(regions).size).toBe(regions.length)
  })

  it('takes the regions of a file in place of the built-in ones, as constrained', () => {
    const catalog = createCatalog({
      versions: none,
      files: {
        cloudRegions: {
          cloud_regions: [
            { id: 'lab-1', cloud_provider_id: 'aws', display_name: 'The lab', supports_multi_az: true },
            { id: 'lab-2', cloud_provider_id: 'aws' },
          ],
        },
        cloudRegionConstraints: { cloud_regions: [{ id: 'lab-2', enabled: false, ccs_only: true }] },
      },
    })

    expect(catalog.regions('aws')).toMatchObject([
      { id: 'lab-1', display_name: 'The lab', enabled: true, supports_multi_az: true },
      { id: 'lab-2', display_name: 'lab-2', enabled: false, ccs_only: true, supports_multi_az: false },
    ])
  })

  it('takes the machine types of a file in place of the built-in ones, as constrained', () => {
    const catalog = createCatalog({
      versions: none,
      files: {
        instanceTypes: {
          instance_types: [{ id: 'big', cloud_provider_id: 'gcp', cpu_cores: 64, memory: 1024, size: 'large' }],
        },
        instanceTypeConstraints: { instance_types: [{ id: 'big', enabled: false }] },
      },
    })

    expect(catalog.machineTypes()).toMatchObject([{ id: 'big', cpu_cores: 64, memory_bytes: 1024, enabled: false }])
  })

  it.each([
    [{ cloudRegions: { regions: [] } }, 'expected a list named cloud_regions'],
    [{ cloudRegions: { cloud_regions: [{ id: 'x' }] } }, 'cloud_regions[0].cloud_provider_id is missing'],
    [{ instanceTypes: { instance_types: ['x'] } }, 'instance_types[0].id is missing'],
  ])('says what is wrong with a file', (files, message) => {
    expect(() => createCatalog({ versions: none, files })).toThrow(message)
  })
})
