import { describe, expect, it } from 'vitest'
import { KUBELET, user } from '../model.ts'
import { judged, part, type Sample, sample, summed } from '../test/judged.ts'

const hostedCluster = (given: Sample) =>
  sample('hypershift.openshift.io/v1beta1', 'HostedCluster', { spec: { pullSecret: { name: 'pull' } }, ...given })

const AVAILABLE = 'Available=True/AsExpected The hosted control plane is available'

describe('a hosted cluster that is not ready', () => {
  it.each([
    [
      'ReconciliationActive=False/ReconciliationPaused Reconciliation paused until field removed',
      'failing ReconciliationPaused: Reconciliation paused until field removed -> user: remove spec.pausedUntil to let it go on',
    ],
    [
      'ValidConfiguration=False/InvalidConfiguration agent namespace "agents" not found',
      'failing InvalidConfiguration: agent namespace "agents" not found -> user: change the spec as the message says',
    ],
    [
      'SupportedHostedCluster=False/UnsupportedHostedCluster no',
      'failing UnsupportedHostedCluster: no -> user: change the spec as the message says',
    ],
    [
      'ValidProxyConfiguration=False/ProxyCABundleInvalid bad',
      'failing ProxyCABundleInvalid: bad -> user: give the proxy a CA bundle that can be read',
    ],
    [
      'ValidReleaseImage=False/InvalidImage too new',
      'failing InvalidImage: too new -> user: choose another spec.release.image of HostedCluster clusters/blue',
    ],
    [
      'ValidReleaseImage=False/SecretNotFound secrets "pull" not found',
      'failing SecretNotFound: secrets "pull" not found -> user: provide the Secret that spec.pullSecret names, with key .dockerconfigjson',
    ],
    [
      'PlatformCredentialsFound=False/PlatformCredentialsNotFound none',
      'failing PlatformCredentialsNotFound: none -> user: provide the credentials of the platform',
    ],
    [
      'UnmanagedEtcdAvailable=False/UnmanagedEtcdMisconfigured no secret',
      'failing UnmanagedEtcdMisconfigured: no secret -> user: provide the client Secret of the unmanaged etcd',
    ],
    [
      'Available=False/WaitingForAvailable Waiting for it',
      'waiting WaitingForAvailable: Waiting for it -> operator hypershift',
    ],
    [
      'Available=False/EtcdWaitingForQuorum Waiting for etcd to reach quorum',
      'waiting EtcdWaitingForQuorum: Waiting for etcd to reach quorum -> operator hypershift',
    ],
    [
      'Available=False/KASLoadBalancerNotReachable gone',
      'waiting KASLoadBalancerNotReachable: gone -> cloud load balancers and routes',
    ],
  ])('says who acts on %s', (condition, said) => {
    expect(summed(hostedCluster({ conditions: [condition] }))).toBe(said)
  })

  it.each([
    [
      'ReconciliationSucceeded=False/ReconciliationError key missing',
      'failing ReconciliationError: key missing -> operator hypershift: tries again',
    ],
    [
      'IgnitionEndpointAvailable=False/WaitingForAvailable soon',
      'waiting WaitingForAvailable: soon -> operator hypershift',
    ],
    [
      'ExternalDNSReachable=False/ExternalDNSHostNotReachable api.x',
      'failing ExternalDNSHostNotReachable: api.x -> user: make the external name resolve',
    ],
    [
      'ValidReleaseInfo=False/MissingReleaseImages cli',
      'failing MissingReleaseImages: cli -> user: mirror the images that are missing',
    ],
    [
      'ValidIDPConfiguration=False/IDPConfigurationError bad',
      'failing IDPConfigurationError: bad -> user: correct the identity providers',
    ],
    [
      'Degraded=True/UnavailableReplicas router deployment has 1 unavailable replicas',
      'failing UnavailableReplicas: router deployment has 1 unavailable replicas -> operator hypershift',
    ],
    [
      'ClusterVersionSucceeding=False/UpdatePayloadFailed no',
      'failing UpdatePayloadFailed: no -> operator cluster version operator',
    ],
    [
      'DataPlaneConnectionAvailable=False/KonnectivityAgentPodsNotFound none',
      'failing KonnectivityAgentPodsNotFound: none -> operator konnectivity-agent',
    ],
    [
      'ControlPlaneConnectionAvailable=False/ConnectionCheckStale old',
      'failing ConnectionCheckStale: old -> operator konnectivity-agent',
    ],
    [
      'Progressing=False/Blocked a y-stream downgrade',
      'waiting Blocked: a y-stream downgrade -> user: change the spec as the message says',
    ],
  ])('says what is left once it is available: %s', (condition, said) => {
    expect(summed(hostedCluster({ conditions: [AVAILABLE, condition] }))).toBe(said)
  })

  it('names the first thing in the way, whatever follows from it', () => {
    const conditions = [
      'Available=False/WaitingForAvailable later',
      'ValidConfiguration=False/InvalidConfiguration overlap',
    ]

    expect(summed(hostedCluster({ conditions }))).toMatch(/^failing InvalidConfiguration: overlap/)
  })

  it('is wrong itself, whatever is said of its pools, if its release cannot be had', () => {
    const { own } = judged(hostedCluster({ conditions: ['ValidReleaseImage=False/InvalidImage too new'] }))

    expect(own).toBe(true)
  })

  it('is not what is wrong if something is missing', () => {
    const conditions = ['ValidReleaseImage=False/SecretNotFound secrets "pull" not found']
    const secret = part('Secret', 'pull', { health: 'failing', state: 'Missing', nextActor: user('create it') })

    expect(judged(hostedCluster({ conditions }), [secret]).own).toBeUndefined()
  })

  it('says that nobody has looked at it', () => {
    expect(summed(hostedCluster({}))).toBe('waiting New: its operator to look at it -> operator hypershift')
  })

  it('says what its author has to correct', () => {
    const conditions = [
      'Available=False/WaitingForAvailable Waiting for hosted control plane to be healthy',
      'ReconciliationSucceeded=False/ReconciliationError namespace x-y is taken',
      'UserActionRequired=True/InvalidInput namespace x-y is taken',
    ]

    expect(summed(hostedCluster({ conditions }))).toBe(
      'failing InvalidInput: namespace x-y is taken -> user: correct what the message names',
    )
  })

  it('leaves to its operator what that only has to try again', () => {
    const conditions = [AVAILABLE, 'ReconciliationSucceeded=False/ReconciliationError the server did not answer']

    expect(summed(hostedCluster({ conditions }))).toMatch(/-> operator hypershift: tries again$/)
  })

  it('says that its version is still rolled out', () => {
    const status = { version: { history: [{ state: 'Partial', version: '4.19.3' }] } }

    expect(summed(hostedCluster({ status, conditions: [AVAILABLE] }))).toBe(
      'waiting Partial: version 4.19.3 to be rolled out -> operator cluster version operator',
    )
  })

  it('says that a Secret is missing before its operator has noticed', () => {
    const missing = part('Secret', 'pull', {
      health: 'failing',
      state: 'Missing',
      waitsFor: 'it is missing',
      nextActor: user('create it'),
    })

    expect(summed(hostedCluster({ conditions: [AVAILABLE] }), [missing])).toBe(
      'failing SecretMissing: it is missing -> user: create it',
    )
  })

  it('takes no offence at what nobody knows', () => {
    const conditions = [
      AVAILABLE,
      'EtcdBackupSucceeded=Unknown/StatusUnknown',
      'ValidAzureKMSConfig=Unknown/StatusUnknown',
      'AutoNodeEnabled=False/AutoNodeNotConfigured',
    ]

    expect(summed(hostedCluster({ conditions }))).toBe('good Available')
  })
})

describe('a hosted cluster that is not gone', () => {
  const going = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['hypershift.openshift.io/finalizer'] }

  it('says what its operator says', () => {
    const conditions = ['Deleting=True/WaitingForCluster Waiting for Cluster x/y to go']

    expect(summed(hostedCluster({ metadata: going, conditions }))).toBe(
      'waiting Deleting: Waiting for Cluster x/y to go -> operator hypershift',
    )
  })

  it('says that it waits out its grace period', () => {
    const conditions = ['Deleting=True/X y', 'HostedClusterDestroyed=True/WaitingForGracePeriod 10m left']

    expect(summed(hostedCluster({ metadata: going, conditions }))).toBe(
      'waiting WaitingForGracePeriod: 10m left -> operator hypershift',
    )
  })

  it('leaves who acts to a part that fails', () => {
    const held = part('Cluster', 'c', { health: 'failing', deletedAt: '2026-01-02T04:00:00Z', nextActor: KUBELET })

    expect(summed(hostedCluster({ metadata: going }), [held])).toBe(
      'waiting Deleting: Cluster clusters/c to go -> kubelet',
    )
  })
})
