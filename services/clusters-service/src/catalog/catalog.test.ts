import { describe, expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'
import type { ConfigFile } from './config-file.ts'

const none = () => []
const file = (content: unknown): ConfigFile => ({ path: 'a.yaml', content })
const region = (id: string) => ({ id, cloud_provider_id: 'aws' })

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
        cloudRegions: file({
          cloud_regions: [
            { id: 'lab-1', cloud_provider_id: 'aws', display_name: 'The lab', supports_multi_az: true },
            { id: 'lab-2', cloud_provider_id: 'aws' },
          ],
        }),
        cloudRegionConstraints: file({ cloud_regions: [{ id: 'lab-2', enabled: false, ccs_only: true }] }),
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
        instanceTypes: file({
          instance_types: [{ id: 'big', cloud_provider_id: 'gcp', cpu_cores: 64, memory: 1024, size: 'large' }],
        }),
        instanceTypeConstraints: file({ instance_types: [{ id: 'big', enabled: false }] }),
      },
    })

    expect(catalog.machineTypes()).toMatchObject([{ id: 'big', cpu_cores: 64, memory_bytes: 1024, enabled: false }])
  })

  it('knows which versions a region takes', () => {
    const regions = [{ name: 'westus3', version_constraints: { min_version: '4.11.0' } }, { name: 'eastus' }]
    const regionConstraints = file({ cloud_providers: [{ name: 'azure', regions }] })
    const { versionLimits } = createCatalog({ versions: none, files: { regionConstraints } })

    expect(versionLimits('azure', 'westus3')).toEqual({ min: '4.11.0' })
    expect(versionLimits('azure', 'eastus')).toEqual({})
    expect(versionLimits('aws', 'westus3')).toBeUndefined()
  })

  const limited = (constraints: object) => ({
    cloud_providers: [{ name: 'azure', regions: [{ name: 'x', version_constraints: constraints }] }],
  })

  it.each([
    ['cloudRegions', { regions: [] }, 'expected a list named cloud_regions'],
    ['cloudRegions', { cloud_regions: [{ id: 'x' }] }, 'cloud_regions[0].cloud_provider_id is missing'],
    ['cloudRegions', { cloud_regions: [region('x'), region('x')] }, 'cloud_regions[1] is there twice: aws/x'],
    ['instanceTypes', { instance_types: ['x'] }, 'instance_types[0].id is missing'],
    [
      'cloudRegionConstraints',
      { cloud_regions: [{ id: 'x', enabled: 'no' }] },
      'cloud_regions[0].enabled must be true or false, not "no"',
    ],
    ['regionConstraints', {}, 'expected a list named cloud_providers'],
    ['regionConstraints', { cloud_providers: [{ regions: [] }] }, 'cloud_providers[0].name is missing'],
    [
      'regionConstraints',
      limited({ min_version: '4' }),
      'cloud_providers[0].regions[0].version_constraints.min_version must be a version such as 4.17.0, not "4"',
    ],
    [
      'regionConstraints',
      limited({ min_version: '4.18.0', max_version: '4.17.0' }),
      'cloud_providers[0].regions[0].version_constraints.min_version 4.18.0 is above max_version 4.17.0',
    ],
  ])('says what is wrong with a file of %s', (name, content, problem) => {
    expect(() => createCatalog({ versions: none, files: { [name]: file(content) } })).toThrow(`a.yaml: ${problem}`)
  })
})
