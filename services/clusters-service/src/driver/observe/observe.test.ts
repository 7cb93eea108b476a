import type { ProbedCondition } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import { aCondition, aDeployment, aRecord } from '../test/builders.ts'
import { observeCluster, type ShardView } from './observe.ts'
import { observeRemoval } from './removal.ts'

const START = Date.UTC(2030, 0, 1)

const see = (view: Partial<ShardView>, record: ClusterRecord = aRecord(), now = START) =>
  observeCluster(record, { shardId: 'shard-1', namespaceExists: true, ...view }, now)

const installing = (...conditions: ProbedCondition[]) => ({ deployment: aDeployment({ status: { conditions } }) })

const metadata = { infraID: 'demo-x7k2p', clusterID: 'ab-cd', adminKubeconfigSecretRef: { name: 'k' } }

const installed = (...conditions: ProbedCondition[]) => ({
  deployment: aDeployment({
    spec: { installed: true, clusterMetadata: metadata },
    status: { conditions, apiURL: 'https://api.demo.example.com:6443', webConsoleURL: 'https://console.example.com' },
  }),
})

const claim = (state: string, ...conditions: ProbedCondition[]) => ({
  claim: { kind: 'AccountClaim', metadata: { namespace: 'uhc-test-c1', name: 'demo' }, status: { state, conditions } },
})

describe('observeCluster', () => {
  it('is pending while the account is being prepared', () => {
    expect(see(claim('Pending')).observation).toMatchObject({
      state: 'pending',
      status: { description: 'Preparing account: AccountClaim uhc-test-c1/demo is Pending' },
    })
  })

  it('is in error when there will be no account, with the reason of the account operator', () => {
    const { observation } = see(claim('Error', aCondition('AccountClaimFailed', 'True', 'NoMoney', 'limit reached')))

    expect(observation).toMatchObject({
      state: 'error',
      status: { provision_error_code: 'OCM3999', provision_error_message: 'NoMoney: limit reached' },
    })
  })

  it('tells why there will be no account, and not how far it had come', () => {
    const pending = aCondition('Unclaimed', 'True', 'AccountPending', 'Account claim is pending')
    const failed = aCondition('AccountClaimFailed', 'True', 'NoQuota', 'no quota')

    for (const conditions of [
      [pending, failed],
      [failed, pending],
    ]) {
      const { status } = see(claim('Error', ...conditions)).observation
      expect(status?.provision_error_message).toBe('NoQuota: no quota')
    }
  })

  it('is installing once the ClusterDeployment is there', () => {
    const { observation } = see(
      installing(aCondition('Provisioned', 'False', 'Provisioning', 'Cluster provision created')),
    )

    expect(observation).toMatchObject({
      state: 'installing',
      status: { description: 'Cluster provision created', dns_ready: true, provision_error_code: null },
    })
  })

  it('says that DNS is not ready', () => {
    const { observation } = see(
      installing(aCondition('DNSNotReady', 'True', 'DNSNotReady', 'DNS Zone not yet available')),
    )

    expect(observation.status).toMatchObject({
      dns_ready: false,
      description: 'Installation waits: DNSNotReady: DNS Zone not yet available',
    })
  })

  it('stays installing with a code when an attempt failed that is tried again', () => {
    const { observation } = see(
      installing(aCondition('ProvisionFailed', 'True', 'AWSInsufficientCapacity', 'no m5 left')),
    )

    expect(observation).toMatchObject({
      state: 'installing',
      status: { provision_error_code: 'OCM5011', provision_error_message: 'no m5 left' },
    })
  })

  it('is in error with the reason of the last attempt when Hive has stopped trying', () => {
    const { observation } = see(
      installing(
        aCondition('ProvisionFailed', 'True', 'AWSVPCLimitExceeded', 'too many VPCs'),
        aCondition('ProvisionStopped', 'True', 'InstallAttemptsLimitReached'),
      ),
    )

    expect(observation).toMatchObject({
      state: 'error',
      status: {
        description: 'Provisioning stopped (InstallAttemptsLimitReached): AWSVPCLimitExceeded: too many VPCs',
        provision_error_code: 'OCM3999',
        provision_error_message: 'too many VPCs',
      },
    })
  })

  it('has a code of its own for a version that is not there', () => {
    const { observation } = see(
      installing(
        aCondition('RequirementsMet', 'False', 'ClusterImageSetNotFound', 'ClusterImageSet X is not available'),
      ),
    )

    expect(observation.status?.provision_error_code).toBe('OCM5009')
  })

  it('is in error when Hive cannot authenticate to the cloud for ten minutes', () => {
    const refused = installing(aCondition('AuthenticationFailure', 'True', 'PlatformAuthError', 'bad keys'))

    expect(see(refused, aRecord(), START + 60_000)).toMatchObject({
      observation: { state: 'installing' },
      recheckAfterMs: 540_000,
    })
    expect(see(refused, aRecord(), START + 600_000).observation).toMatchObject({
      state: 'error',
      status: { provision_error_message: 'PlatformAuthError: bad keys' },
    })
  })

  it('is ready once installed, and says where it answers', () => {
    expect(see(installed(aCondition('Ready', 'True', 'Running'))).observation).toEqual({
      state: 'ready',
      status: { description: null, provision_error_code: null, provision_error_message: null, dns_ready: true },
      apiUrl: 'https://api.demo.example.com:6443',
      consoleUrl: 'https://console.example.com',
      infraId: 'demo-x7k2p',
      externalId: 'ab-cd',
      openshiftVersion: '4.17.0',
      baseDomain: 'example.com',
      healthState: 'healthy',
    })
  })

  it.each([
    ['Hibernating', 'False', 'Stopping', 'False', 'StoppingOrHibernating', 'powering_down'],
    ['Hibernating', 'True', 'Hibernating', 'False', 'StoppingOrHibernating', 'hibernating'],
    ['Hibernating', 'False', 'Unsupported', 'True', 'Running', 'ready'],
    ['Running', 'True', 'Hibernating', 'False', 'StoppingOrHibernating', 'resuming'],
    ['Running', 'False', 'ResumingOrRunning', 'False', 'WaitingForNodes', 'resuming'],
    ['Running', 'False', 'ResumingOrRunning', 'True', 'Running', 'ready'],
    ['Running', 'Unknown', 'Initialized', 'Unknown', 'Initialized', 'ready'],
  ] as const)('wanted %s with Hibernating %s/%s and Ready %s/%s is %s', (desired, hs, hr, rs, rr, state) => {
    const view = installed(aCondition('Hibernating', hs, hr), aCondition('Ready', rs, rr))

    expect(see(view, aRecord({ desiredPowerState: desired })).observation.state).toBe(state)
  })

  it('is unknown once it could not be reached for half an hour', () => {
    const view = installed(aCondition('Unreachable', 'True', 'ErrorConnectingToCluster', 'no route'))

    expect(see(view)).toMatchObject({
      observation: { state: 'ready', healthState: 'unhealthy' },
      recheckAfterMs: 1_800_000,
    })
    expect(see(view, aRecord(), START + 1_800_000).observation).toMatchObject({
      state: 'unknown',
      status: { description: 'The cluster cannot be reached: ErrorConnectingToCluster: no route' },
    })
  })

  it('is in error when the namespace of something built is lost', () => {
    const { observation } = see({ namespaceExists: false }, aRecord({ cluster: { infra_id: 'demo-x7k2p' } }))

    expect(observation.state).toBe('error')
    expect(observation.status?.description).toContain('shard shard-1: namespace uhc-test-c1 is gone')
  })

  it('is pending again when what was lost had built nothing yet', () => {
    expect(see({ namespaceExists: false }).observation.state).toBe('pending')
  })
})

describe('observeRemoval', () => {
  it('names what is waited for, and what keeps it', () => {
    const deployment = installing(aCondition('Provisioned', 'False', 'DeprovisionFailed', 'credentials are gone'))

    expect(observeRemoval(deployment).observation).toMatchObject({
      state: 'uninstalling',
      status: {
        description:
          'Waiting for ClusterDeployment uhc-test-c1/demo to be removed, which is held up by DeprovisionFailed: credentials are gone',
      },
    })
    expect(observeRemoval(claim('Ready')).observation.status?.description).toBe(
      'Waiting for AccountClaim uhc-test-c1/demo to go',
    )
    expect(observeRemoval({ namespace: 'uhc-test-c1' }).observation.status?.description).toBe(
      'Waiting for namespace uhc-test-c1 to go',
    )
  })
})
