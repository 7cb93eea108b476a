import { describe, expect, it } from 'vitest'
import { cloud, operator, user } from '../model.ts'
import { part, type Sample, sample, summed } from '../test/judged.ts'

const nodePool = (given: Sample) =>
  sample('hypershift.openshift.io/v1beta1', 'NodePool', {
    spec: { clusterName: 'demo', replicas: 2, platform: { type: 'Azure' }, management: { upgradeType: 'Replace' } },
    ...given,
  })

describe('a node pool that is not ready', () => {
  it('leaves its release alone if nobody can look at it for want of a pull secret', () => {
    const conditions = ['ValidReleaseImage=False/ValidationFailed cannot get pull secret clusters/pull']
    const secret = part('Secret', 'pull', {
      health: 'failing',
      state: 'Missing',
      nextActor: user('create Secret clusters/pull'),
    })

    expect(summed(nodePool({ conditions }), [secret])).toBe(
      'failing ValidationFailed: cannot get pull secret clusters/pull -> user: create Secret clusters/pull',
    )
  })

  it.each([
    [
      'ReconciliationActive=False/ReconciliationPaused until removed',
      'failing ReconciliationPaused: until removed -> user: remove spec.pausedUntil to let it go on',
    ],
    [
      'UpdateManagementEnabled=False/ValidationFailed bad surge',
      'failing ValidationFailed: bad surge -> user: change the spec of the NodePool as the message says',
    ],
    [
      'ValidReleaseImage=False/ValidationFailed newer than the cluster',
      'failing ValidationFailed: newer than the cluster -> user: choose another spec.release.image of NodePool clusters/blue',
    ],
    [
      'IgnitionEndpointAvailable=False/IgnitionEndpointMissing not yet',
      'waiting IgnitionEndpointMissing: not yet -> operator hypershift',
    ],
    [
      'IgnitionEndpointAvailable=False/ExternalDNSHostNotReachable ign.x',
      'failing ExternalDNSHostNotReachable: ign.x -> user: make the external name of ignition resolve',
    ],
    [
      'ValidArchPlatform=False/InvalidArchPlatform arm',
      'failing InvalidArchPlatform: arm -> user: change the spec of the NodePool as the message says',
    ],
    [
      'ValidMachineConfig=False/ValidationFailed no ConfigMap',
      'failing ValidationFailed: no ConfigMap -> user: correct the ConfigMaps that spec.config names',
    ],
    [
      'ValidTuningConfig=False/ValidationFailed no ConfigMap',
      'failing ValidationFailed: no ConfigMap -> user: correct the ConfigMaps that spec.tuningConfig names',
    ],
    ['ValidGeneratedPayload=False/NotFound no token', 'waiting NotFound: no token -> operator hypershift'],
    [
      'ValidGeneratedPayload=False/InvalidConfig bad',
      'failing InvalidConfig: bad -> user: correct the ConfigMaps that spec.config names',
    ],
    [
      'ValidPlatformConfig=False/AWSError no subnet',
      'failing AWSError: no subnet -> user: change the spec of the NodePool as the message says',
    ],
    [
      'ClusterNetworkCIDRConflict=True/InvalidConfiguration inside',
      'failing InvalidConfiguration: inside -> user: move machines out of the pod network, or change it',
    ],
    [
      'AllMachinesReady=False/NotFound No Machines are created',
      'waiting NotFound: No Machines are created -> operator cluster-api',
    ],
    [
      'ReachedIgnitionEndpoint=False/ignitionNotReached',
      'waiting ignitionNotReached: condition ReachedIgnitionEndpoint to be True -> operator machines: fetch their configuration',
    ],
    ['AllNodesHealthy=False/NodeProvisioning 1 of 2', 'waiting NodeProvisioning: 1 of 2 -> operator cluster-api'],
    [
      'Ready=False/TooManyUnhealthy 3',
      'failing TooManyUnhealthy: 3 -> user: repair or replace machines: too many are unhealthy to do so by itself',
    ],
    [
      'UpdatingVersion=True/AsExpected Updating to 4.19.4',
      'waiting UpdatingVersion: Updating to 4.19.4 -> operator hypershift',
    ],
    [
      'SupportedVersionSkew=False/UnsupportedSkew newer',
      'failing UnsupportedSkew: newer -> user: bring NodePool and HostedCluster closer together',
    ],
  ])('says who acts on %s', (condition, said) => {
    expect(summed(nodePool({ conditions: [condition] }))).toBe(said)
  })

  describe('whose machines are replaced when somebody deletes them', () => {
    const pool = (conditions: string[], status: object = { version: '4.19.3' }) =>
      nodePool({
        spec: {
          clusterName: 'demo',
          platform: { type: 'Azure' },
          management: { upgradeType: 'Replace', replace: { strategy: 'OnDelete' } },
        },
        status,
        conditions,
      })
    const UPDATING = ['UpdatingVersion=True/AsExpected to 4.19.4', 'ReachedIgnitionEndpoint=False/ignitionNotReached']
    const HEALTHY = ['AllMachinesReady=True/AsExpected', 'AllNodesHealthy=True/AsExpected']

    it('waits for that person', () => {
      expect(summed(pool([...UPDATING, ...HEALTHY]))).toBe(
        'failing OnDelete: outdated machines of blue to be deleted, as its strategy OnDelete leaves to you' +
          ' -> user: delete Machines of blue in namespace clusters-demo that are outdated; new ones follow',
      )
    })

    it('waits for the machine that follows one that was deleted', () => {
      expect(summed(pool([...UPDATING, 'AllMachinesReady=False/Creating 1 of 2']))).toBe(
        'waiting Creating: 1 of 2 -> operator cluster-api',
      )
    })

    it('waits for its first machines as any pool does', () => {
      expect(summed(pool([...UPDATING, ...HEALTHY], {}))).toMatch(/^waiting ignitionNotReached/)
    })
  })

  it('leaves who acts to its machines', () => {
    const machines = part('MachineDeployment', 'workers', { health: 'waiting', nextActor: cloud('Azure') })

    expect(summed(nodePool({ conditions: ['AllMachinesReady=False/Creating 1 of 2'] }), [machines])).toBe(
      'waiting Creating: 1 of 2 -> cloud Azure',
    )
  })

  it('says that its hosted cluster is not there', () => {
    const cluster = part('HostedCluster', 'demo', {
      health: 'failing',
      state: 'Missing',
      waitsFor: 'it is not there',
      nextActor: user('create it'),
    })

    expect(summed(nodePool({}), [cluster])).toBe(
      'failing NoHostedCluster: HostedCluster clusters/demo, which is not there -> user: create it',
    )
  })

  const PAUSED = part('HostedCluster', 'demo', {
    health: 'failing',
    state: 'Paused',
    waitsFor: 'spec.pausedUntil to be over',
    nextActor: user('remove spec.pausedUntil of HostedCluster clusters/demo'),
    inherited: true,
  })
  const MACHINES = part('MachineDeployment', 'workers')

  it('says that it was scaled while its cluster is paused, although it was ready before', () => {
    const spec = { clusterName: 'demo', replicas: 3, platform: { type: 'Azure' } }
    const scaled = nodePool({ spec, status: { replicas: 2 }, conditions: ['Ready=True/AsExpected'] })

    expect(summed(scaled, [PAUSED, MACHINES])).toBe(
      'failing PausedWithCluster: 3 nodes; it has 2; its HostedCluster is paused, so that machines are left alone -> user: remove spec.pausedUntil of HostedCluster clusters/demo',
    )
    expect(summed(scaled, [MACHINES])).toBe('waiting Scaling: 3 nodes; it has 2 -> operator cluster-api')
  })

  it('says that its cluster was paused before there was anything to boot from', () => {
    const early = nodePool({ conditions: ['IgnitionEndpointAvailable=False/IgnitionEndpointMissing no endpoint'] })
    const wrong = nodePool({ conditions: ['ValidArchPlatform=False/InvalidArchPlatform arm'] })

    expect(summed(early, [PAUSED])).toBe(
      'failing PausedWithCluster: no endpoint; its HostedCluster is paused, so that machines are left alone -> user: remove spec.pausedUntil of HostedCluster clusters/demo',
    )
    expect(summed(wrong, [PAUSED])).toMatch(/^failing InvalidArchPlatform: arm -> user: change the spec/)
  })

  it('says that it is not gone because its cluster is paused', () => {
    const metadata = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['hypershift.openshift.io/finalizer'] }
    const going = nodePool({ metadata, conditions: ['Deleting=True/WaitingForMachines there is still 1 Machine: a'] })

    expect(summed(going, [PAUSED])).toBe(
      'failing PausedWithCluster: there is still 1 Machine: a; its HostedCluster is paused, so that machines are left alone -> user: remove spec.pausedUntil of HostedCluster clusters/demo',
    )
  })

  it('says that it waits for its control plane, if both are upgraded at once', () => {
    const cluster = part('HostedCluster', 'demo', {
      health: 'waiting',
      state: 'Upgrading',
      nextActor: operator('cluster version operator'),
    })
    const newer = nodePool({ conditions: ['ValidReleaseImage=False/ValidationFailed newer than the cluster'] })
    const ahead = nodePool({ conditions: ['SupportedVersionSkew=False/UnsupportedSkew newer than the cluster'] })

    expect(summed(ahead, [cluster])).toBe(summed(newer, [cluster]))
    expect(summed(newer, [cluster])).toBe(
      'waiting WaitingForControlPlane: HostedCluster clusters/demo to be upgraded first; then this pool follows -> operator cluster version operator',
    )
  })

  it('says that an update in place failed, which is none any more', () => {
    expect(summed(nodePool({ conditions: ['UpdatingVersion=False/InplaceUpgradeFailed disk is full'] }))).toBe(
      'failing InplaceUpgradeFailed: disk is full -> user: correct what the message names, or replace the machine',
    )
  })

  it('says that no machine is made before its cluster is available', () => {
    const cluster = part('HostedCluster', 'demo', { health: 'waiting', nextActor: user('act') })

    expect(summed(nodePool({ conditions: ['ValidArchPlatform=True/AsExpected'] }), [cluster])).toBe(
      'waiting NoMachines: HostedCluster demo, before which no machine is made -> user: act',
    )
  })

  it('says that nobody has looked at it', () => {
    expect(summed(nodePool({}))).toBe('waiting New: its operator to look at it -> operator hypershift: is it running?')
  })

  it('is not without nodes as long as some are left', () => {
    const spec = { clusterName: 'demo', replicas: 0, platform: { type: 'Azure' } }
    const conditions = ['AllMachinesReady=True/AsExpected', 'Ready=True/AsExpected']
    const pool = nodePool({ spec, status: { replicas: 2 }, conditions })

    expect(summed(pool, [part('MachineDeployment', 'workers')])).toBe(
      'waiting Scaling: 0 nodes; it has 2 -> operator cluster-api',
    )
  })
})

describe('a node pool that is as it should be', () => {
  it('is ready', () => {
    expect(summed(nodePool({ conditions: ['Ready=True/AsExpected'] }))).toBe('good Ready')
  })

  it.each([{ replicas: 0 }, { autoScaling: { min: 0, max: 3 } }])('may have no nodes: %o', (size) => {
    const spec = { clusterName: 'demo', ...size, platform: { type: 'Azure' } }

    expect(
      summed(nodePool({ spec, conditions: ['AllMachinesReady=False/AsExpected NodePool set to no replicas'] })),
    ).toBe('good NoReplicas')
  })
})

describe('a node pool that is not gone', () => {
  it('says which machines it waits for', () => {
    const metadata = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['hypershift.openshift.io/finalizer'] }

    expect(
      summed(nodePool({ metadata, conditions: ['Deleting=True/WaitingForMachines there are still 2 Machines: a, b'] })),
    ).toBe('waiting Deleting: there are still 2 Machines: a, b -> operator hypershift')
  })
})
