import { describe, expect, it } from 'vitest'
import { cloud, user } from '../model.ts'
import { conditions, part, type Sample, sample, summed } from '../test/judged.ts'

const hive = (kind: string, given: Sample) => sample('hive.openshift.io/v1', kind, given)
const deployment = (given: Sample) => hive('ClusterDeployment', { spec: { clusterName: 'blue' }, ...given })
const START_OVER = 'user: correct the cause, then delete the ClusterDeployment and order it again'

describe('a ClusterDeployment that is not installed', () => {
  it.each([
    [
      'ProvisionStopped=True/InstallAttemptsLimitReached enough',
      `failing InstallAttemptsLimitReached: enough -> ${START_OVER}`,
    ],
    ['ProvisionStopped=True/DNSNotReadyTimedOut 10m', `failing DNSNotReadyTimedOut: 10m -> ${START_OVER}`],
    [
      'AuthenticationFailure=True/PlatformAuthError denied',
      'failing PlatformAuthError: denied -> user: provide credentials that the cloud accepts',
    ],
    [
      'RequirementsMet=False/ClusterImageSetNotFound ClusterImageSet x is not available',
      'failing ClusterImageSetNotFound: ClusterImageSet x is not available -> user: create the ClusterImageSet, or name another one',
    ],
    [
      'RequirementsMet=False/InstallConfigValidationFailed name differs',
      'failing InstallConfigValidationFailed: name differs -> user: correct what the message names',
    ],
    [
      'InstallImagesNotResolved=True/JobToResolveImagesFailed no',
      'failing JobToResolveImagesFailed: no -> operator hive: tries again',
    ],
    [
      'DNSNotReady=True/DNSNotReady DNS Zone not yet available',
      'waiting DNSNotReady: DNS Zone not yet available -> cloud DNS',
    ],
    [
      'InstallLaunchError=True/PodInPendingPhase pending',
      'failing PodInPendingPhase: pending -> operator hive: tries again',
    ],
    [
      'ProvisionFailed=True/AWSVPCLimitExceeded the VPC limit',
      'failing AWSVPCLimitExceeded: the VPC limit -> operator hive: tries again unless it gave up',
    ],
    [
      'Provisioned=False/Provisioning Cluster is provisioning',
      'waiting Provisioning: Cluster is provisioning -> operator hive',
    ],
  ])('says who acts on %s', (condition, said) => {
    expect(summed(deployment({ conditions: [condition] }))).toBe(said)
  })

  it('waits for the account that is claimed for it', () => {
    const claim = part('AccountClaim', 'blue', { health: 'waiting', waitsFor: 'an account', nextActor: cloud('AWS') })

    expect(summed(deployment({}), [claim])).toBe('waiting AccountClaimNotReady: an account -> cloud AWS')
  })

  it('says that a person stopped it', () => {
    const metadata = { annotations: { 'hive.openshift.io/reconcile-pause': 'true' } }

    expect(summed(deployment({ metadata }))).toBe(
      'waiting Paused: annotation hive.openshift.io/reconcile-pause to go -> user: remove annotation hive.openshift.io/reconcile-pause',
    )
  })
})

describe('a ClusterDeployment that is installed', () => {
  const spec = { clusterName: 'blue', installed: true }

  it('is not judged by attempts that failed', () => {
    expect(summed(deployment({ spec, conditions: ['ProvisionFailed=True/X y'] }))).toBe('good Installed')
  })

  it.each([
    [
      'Unreachable=True/ErrorConnectingToCluster refused',
      'failing ErrorConnectingToCluster: refused -> user: see why the API of the cluster does not answer',
    ],
    [
      'SyncSetFailed=True/SyncSetApplyFailure a is failing',
      'failing SyncSetApplyFailure: a is failing -> user: correct the SyncSets that fail',
    ],
    [
      'SyncSetFailed=True/SyncSetPaused paused',
      'failing SyncSetPaused: paused -> user: remove the annotation that pauses SyncSets',
    ],
  ])('says who acts on %s', (condition, said) => {
    expect(summed(deployment({ spec, conditions: [condition] }))).toBe(said)
  })

  it('says how far it is with waking up', () => {
    const status = { powerState: 'WaitingForNodes' }
    const texts = ['Ready=False/WaitingForNodes Waiting for nodes (step 2/4)']

    expect(summed(deployment({ spec: { ...spec, powerState: 'Running' }, status, conditions: texts }))).toBe(
      'waiting WaitingForNodes: Waiting for nodes (step 2/4) -> cloud machines of the cluster',
    )
  })
})

describe('a ClusterDeployment that is not gone', () => {
  const going = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['hive.openshift.io/deprovision'] }

  it('says that it is protected', () => {
    const metadata = { ...going, annotations: { 'hive.openshift.io/protected-delete': 'true' } }

    expect(summed(deployment({ metadata }))).toBe(
      'failing Protected: annotation hive.openshift.io/protected-delete to go; nothing is deprovisioned before -> user: remove annotation hive.openshift.io/protected-delete',
    )
  })

  it.each([
    [
      'Provisioned=False/Deprovisioning Cluster is deprovisioning',
      'waiting Deprovisioning: Cluster is deprovisioning -> operator hive',
    ],
    [
      'DeprovisionLaunchError=True/AuthenticationFailed denied',
      'failing AuthenticationFailed: denied -> user: provide credentials that the cloud accepts, or set spec.preserveOnDelete to leave it there',
    ],
  ])('says %s', (condition, said) => {
    expect(summed(deployment({ metadata: going, conditions: [condition] }))).toBe(said)
  })
})

describe('parts of a ClusterDeployment', () => {
  it.each([
    [
      'ClusterProvision',
      { spec: { stage: 'provisioning' } },
      'waiting provisioning: the installer to finish -> operator hive',
    ],
    [
      'ClusterProvision',
      { spec: { stage: 'failed' }, conditions: ['ClusterProvisionFailed=True/X broken'] },
      'failing X: broken -> operator hive: tries again unless it gave up',
    ],
    ['ClusterProvision', { spec: { stage: 'complete' } }, 'good complete'],
    [
      'ClusterDeprovision',
      { conditions: ['AuthenticationFailure=True/AuthenticationFailed no'] },
      'failing AuthenticationFailed: no -> user: provide credentials that the cloud accepts',
    ],
    ['ClusterDeprovision', {}, 'waiting Deprovisioning: the cluster to be removed from its cloud -> operator hive'],
    [
      'DNSZone',
      { conditions: ['InsufficientCredentials=True/AccessDenied no'] },
      'failing AccessDenied: no -> user: give the credentials the rights for DNS',
    ],
    [
      'DNSZone',
      { conditions: ['ZoneAvailable=False/Creating'] },
      'waiting Creating: condition ZoneAvailable to be True -> cloud DNS',
    ],
    [
      'MachinePool',
      { conditions: ['NotEnoughReplicas=True/MinReplicasTooSmall 1'] },
      'failing MinReplicasTooSmall: 1 -> user: raise the number of replicas',
    ],
  ])('%s with %j', (kind, given, said) => {
    expect(summed(hive(kind, given))).toBe(said)
  })

  it('says which SyncSet fails, and how', () => {
    const status = {
      syncSets: [{ name: 'a', result: 'Failure', failureMessage: 'no such kind' }],
      conditions: conditions(['Failed=True/Failure SyncSet a is failing']),
    }

    expect(summed(sample('hiveinternal.openshift.io/v1alpha1', 'ClusterSync', { status }))).toBe(
      'failing Failure: SyncSet a is failing: no such kind -> user: correct the SyncSets that fail',
    )
  })
})

describe('a pool of clusters', () => {
  it.each([
    [
      { conditions: ['MissingDependencies=True/Missing pull secret: not found'] },
      'failing Missing: pull secret: not found -> user: create what the message names',
    ],
    [
      { conditions: ['CapacityAvailable=False/MaxCapacity 3 of 3'] },
      'failing MaxCapacity: 3 of 3 -> user: raise spec.maxSize, or give clusters back',
    ],
    [
      { status: { size: 2, ready: 0, standby: 1 } },
      'waiting 0 ready, 1 standby of 2: 1 clusters to be installed (2 unclaimed so far) -> operator hive',
    ],
    [{ status: { size: 2, ready: 1, standby: 1 } }, 'good 1 ready, 1 standby of 2'],
  ])('with %j', (given, said) => {
    expect(summed(hive('ClusterPool', { spec: { size: 2 }, ...given }))).toBe(said)
  })

  it('says why it is not gone', () => {
    const metadata = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['hive.openshift.io/clusters'] }

    expect(
      summed(
        hive('ClusterPool', {
          metadata,
          conditions: ['DeletionPossible=False/ClusterDeploymentsPendingCleanup 2 left'],
        }),
      ),
    ).toBe('waiting ClusterDeploymentsPendingCleanup: 2 left -> operator hive')
  })
})

describe('a claim on a cluster', () => {
  it.each([
    [
      { conditions: ['Pending=True/NoClusters No clusters in pool are ready'] },
      'waiting NoClusters: No clusters in pool are ready -> operator hive',
    ],
    [
      { conditions: ['Pending=False/ClusterClaimed', 'ClusterRunning=False/Resuming'] },
      'waiting Resuming: condition ClusterRunning to be True -> operator hive',
    ],
    [
      { conditions: ['Pending=False/ClusterClaimed', 'ClusterRunning=False/ClusterDeleted'] },
      'failing ClusterDeleted: condition ClusterRunning to be True -> user: claim another cluster',
    ],
    [{ conditions: ['Pending=False/ClusterClaimed', 'ClusterRunning=True/Running'] }, 'good Running'],
  ])('with %j', (given, said) => {
    expect(
      summed(hive('ClusterClaim', { spec: { clusterPoolName: 'pool' }, ...given }), [part('ClusterPool', 'pool')]),
    ).toBe(said)
  })

  it('says that there is no such pool', () => {
    expect(summed(hive('ClusterClaim', { spec: { clusterPoolName: 'pool' } }))).toBe(
      'failing NoPool: ClusterPool pool -> user: create ClusterPool pool',
    )
  })
})

describe('claims on accounts and projects', () => {
  const aws = (kind: string, given: Sample) => sample('aws.managed.openshift.io/v1alpha1', kind, given)
  const gcp = (kind: string, given: Sample) => sample('gcp.managed.openshift.io/v1alpha1', kind, given)

  it.each([
    [aws('AccountClaim', { status: { state: 'Ready' } }), 'good Ready'],
    [
      aws('AccountClaim', {
        spec: {},
        status: { state: 'Pending' },
        conditions: ['Unclaimed=True/AccountClaimed Attempting to claim account'],
      }),
      'waiting Pending: Attempting to claim account -> operator aws-account-operator',
    ],
    [
      aws('AccountClaim', {
        spec: {},
        status: { state: 'Error' },
        conditions: ['InvalidAccountClaim=True/AWSSecretRefNamespaceMismatch Invalid AccountClaim'],
      }),
      'failing AWSSecretRefNamespaceMismatch: Invalid AccountClaim -> user: correct what the message names, then make the claim again',
    ],
    [
      aws('Account', { conditions: ['Pending=True/AWSAccountLimitReached limit'] }),
      'waiting New: limit -> user: raise the limit of accounts',
    ],
    [
      aws('Account', { status: { state: 'Failed' }, conditions: ['AccountCreationFailed=True/CreationTimeout 25m'] }),
      'failing CreationTimeout: 25m -> user: delete the Account, or correct what failed',
    ],
    [
      gcp('ProjectClaim', { spec: {}, status: { state: 'PendingProject' } }),
      'waiting PendingProject: its project to be made -> operator gcp-project-operator',
    ],
    [
      gcp('ProjectClaim', {
        spec: {},
        status: { state: 'Error' },
        conditions: ['Invalid=True/RegionCheckFailed region x is disabled'],
      }),
      'failing RegionCheckFailed: region x is disabled -> user: correct what the message names, then make the claim again',
    ],
    [
      gcp('ProjectReference', { status: { state: 'Creating' } }),
      'waiting Creating: the project to be made and set up -> cloud GCP',
    ],
  ])('%j', (object, said) => {
    expect(summed(object)).toBe(said)
  })

  it('leaves who acts to the account', () => {
    const account = part('Account', 'a', { health: 'failing', nextActor: user('raise the limit of accounts') })

    expect(summed(aws('AccountClaim', { spec: {}, status: { state: 'Pending' } }), [account])).toMatch(
      /-> user: raise the limit/,
    )
  })
})
