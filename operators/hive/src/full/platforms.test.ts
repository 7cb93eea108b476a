import type { HivePlatform } from '@skep/api'
import { expect, it } from 'vitest'
import { credentialKeysOf, hasManagedDns, hasPowerStates, platformLabel, regionLabel } from './platforms.ts'

const aws: HivePlatform = { aws: { region: 'us-east-1' } }
const agents: HivePlatform = { agentBareMetal: { agentSelector: {} } }

it.each([
  [aws, 'aws', 'us-east-1'],
  [{ gcp: { region: 'us-east1' } }, 'gcp', 'us-east1'],
  [{ openstack: { cloud: 'c', credentialsSecretRef: { name: 's' } } }, 'openstack', 'unknown'],
  [agents, 'agent-baremetal', undefined],
  [{ none: {} }, 'none-platform', undefined],
  [{}, 'unknown', 'unknown'],
] satisfies [HivePlatform, string, string | undefined][])(
  '%j is labelled %s in region %s',
  (platform, name, region) => {
    expect(platformLabel(platform)).toBe(name)
    expect(regionLabel(platform)).toBe(region)
  },
)

it('knows what a platform can do', () => {
  expect([hasManagedDns(aws), hasPowerStates(aws)]).toEqual([true, true])
  expect([hasManagedDns(agents), hasPowerStates(agents)]).toEqual([false, false])
  expect(credentialKeysOf(aws)).toEqual(['aws_access_key_id', 'aws_secret_access_key'])
  expect(credentialKeysOf(agents)).toEqual([])
})
