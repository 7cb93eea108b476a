import { describe, expect, it } from 'vitest'
import { user } from '../model.ts'
import { conditions, part, type Sample, sample, summed } from '../test/judged.ts'

const managedCluster = (given: Sample) => sample('cluster.open-cluster-management.io/v1', 'ManagedCluster', given)
const work = (given: Sample) => sample('work.open-cluster-management.io/v1', 'ManifestWork', given)

const IMPORT = 'import.open-cluster-management.io'
const ACCEPTED = 'HubAcceptedManagedCluster=True/HubClusterAdminAccepted'
const IMPORTED = 'ManagedClusterImportSucceeded=True/ManagedClusterImported'
const JOINED = 'ManagedClusterJoined=True/ManagedClusterJoined'

describe('a managed cluster that is not ready', () => {
  it.each([
    [
      ['HubAcceptedManagedCluster=False/HubClusterAdminDenied denied'],
      'failing HubClusterAdminDenied: denied -> user: set spec.hubAcceptsClient to true',
    ],
    [[], 'failing NotAccepted: the hub to accept it -> user: set spec.hubAcceptsClient to true'],
    [
      [ACCEPTED, 'ManagedClusterImportSucceeded=False/ManagedClusterWaitForImporting Wait for importing'],
      'waiting ManagedClusterWaitForImporting: Wait for importing -> user: install its agent there; the hub does so only for clusters with annotation import.open-cluster-management.io/klusterlet-deploy-mode: Hosted',
    ],
    [
      [ACCEPTED, 'ManagedClusterImportSucceeded=False/ManagedClusterImportFailed no'],
      'failing ManagedClusterImportFailed: no -> user: correct what the message names',
    ],
    [
      [ACCEPTED, IMPORTED],
      'waiting NotManagedClusterJoined: condition ManagedClusterJoined, of which nothing is known -> operator klusterlet',
    ],
    [
      [ACCEPTED, IMPORTED, JOINED, 'ManagedClusterConditionAvailable=False/ManagedClusterKubeAPIServerUnavailable no'],
      'failing ManagedClusterKubeAPIServerUnavailable: no -> user: see why the API of the cluster does not answer',
    ],
    [
      [ACCEPTED, IMPORTED, JOINED, 'ManagedClusterConditionAvailable=Unknown/ManagedClusterLeaseUpdateStopped old'],
      'failing ManagedClusterLeaseUpdateStopped: old -> user: see why the agent of the cluster does not renew its lease',
    ],
    [[ACCEPTED, IMPORTED, JOINED, 'ManagedClusterConditionAvailable=True'], 'good Available'],
  ])('with %j', (texts, said) => {
    expect(summed(managedCluster({ conditions: texts }))).toBe(said)
  })
})

describe('a managed cluster whose agent the hub brings', () => {
  const hosted = (annotations: object, children: Parameters<typeof summed>[1] = []) =>
    summed(
      managedCluster({
        metadata: { annotations: { [`${IMPORT}/klusterlet-deploy-mode`]: 'Hosted', ...annotations } },
        conditions: [ACCEPTED, 'ManagedClusterImportSucceeded=False/ManagedClusterImporting Wait'],
      }),
      children,
    )
  const onLocal = { [`${IMPORT}/hosting-cluster-name`]: 'local-cluster' }
  const missing = (kind: string, who: string) =>
    part(kind, 'blue', { health: 'failing', state: 'Missing', nextActor: user(who) })

  it('is for the hub to import', () => {
    expect(hosted(onLocal)).toBe('waiting ManagedClusterImporting: Wait -> operator mce')
  })

  it('is for whoever does not say where the agent shall run', () => {
    expect(hosted({})).toMatch(/-> user: set annotation .*hosting-cluster-name to the cluster that its agent/)
  })

  it('is for whoever named a cluster that is not there', () => {
    expect(hosted(onLocal, [missing('ManagedCluster', 'correct it')])).toMatch(/-> user: correct it$/)
  })

  it('is for whoever has its kubeconfig', () => {
    const klusterlet = part('Klusterlet', 'klusterlet-blue', { children: [missing('Secret', 'create it')] })

    expect(hosted(onLocal, [klusterlet])).toMatch(/-> user: create it$/)
  })
})

it('a managed cluster in its first moment is for the hub to look at, if it is to be accepted', () => {
  expect(summed(managedCluster({ spec: { hubAcceptsClient: true } }))).toBe(
    'waiting NotHubAcceptedManagedCluster: condition HubAcceptedManagedCluster, of which nothing is known -> operator mce',
  )
})

describe('a managed cluster that is not gone', () => {
  const metadata = {
    deletionTimestamp: '2026-01-02T04:00:00Z',
    finalizers: ['cluster.open-cluster-management.io/resource-cleanup'],
  }

  it('says how it is detached, and what is left', () => {
    const text =
      'ManagedClusterImportSucceeded=False/ManagedClusterDetaching waiting for manifestworks blue-hosted-klusterlet'

    expect(summed(managedCluster({ metadata, conditions: [text] }))).toBe(
      'waiting ManagedClusterDetaching: waiting for manifestworks blue-hosted-klusterlet -> operator mce',
    )
  })

  it('leaves who acts to an add-on that somebody holds', () => {
    const text =
      'ManagedClusterImportSucceeded=False/ManagedClusterForceDetaching waiting for managedclusteraddons search'
    const held = part('ManagedClusterAddOn', 'search', {
      health: 'failing',
      deletedAt: '2026-01-02T04:00:00Z',
      nextActor: user('take it off'),
    })

    expect(summed(managedCluster({ metadata, conditions: [text] }), [held])).toMatch(/-> user: take it off$/)
  })
})

describe('an agent of a cluster', () => {
  it('waits for a kubeconfig', () => {
    const klusterlet = sample('operator.open-cluster-management.io/v1', 'Klusterlet', {
      conditions: ['ReadyToApply=False/KlusterletPrepareFailed no external-managed-kubeconfig'],
    })

    expect(summed(klusterlet)).toMatch(
      /^waiting KlusterletPrepareFailed: no external-managed-kubeconfig -> operator hypershift add-on/,
    )
  })

  it('is no longer heard of', () => {
    const addOn = sample('addon.open-cluster-management.io/v1alpha1', 'ManagedClusterAddOn', {
      conditions: ['Available=Unknown/ManagedClusterLeaseUpdateStopped old'],
    })

    expect(summed(addOn)).toMatch(/^failing ManagedClusterLeaseUpdateStopped: old -> user: see why/)
  })
})

describe('a work', () => {
  const manifest = (texts: string[]) => ({
    resourceStatus: {
      manifests: [{ resourceMeta: { kind: 'HostedCluster', name: 'demo' }, conditions: conditions(texts) }],
    },
  })
  const APPLIED = 'Applied=True/AppliedManifestWorkComplete'
  const AVAILABLE = 'Available=True/ResourcesAvailable'

  it.each([
    [
      {},
      'waiting New: the agent of the cluster to apply it -> operator work agent: of cluster clusters: is it running?',
    ],
    [
      { conditions: ['Applied=False/AppliedManifestWorkFailed 1 of 2 failed'] },
      'failing AppliedManifestWorkFailed: 1 of 2 failed -> user: correct the manifests that the message names',
    ],
    [
      { conditions: [APPLIED, 'Available=False/ResourcesNotAvailable 1 of 2 resources are not available'] },
      'waiting ResourcesNotAvailable: 1 of 2 resources are not available -> operator work agent',
    ],
    [
      {
        conditions: [APPLIED, AVAILABLE],
        status: manifest(['StatusFeedbackSynced=False/StatusFeedbackSyncFailed too long']),
      },
      'failing StatusFeedbackSyncFailed: feedback of HostedCluster demo: too long -> user: correct the feedback rules',
    ],
    [{ conditions: [APPLIED, AVAILABLE] }, 'good Available'],
  ])('with %j', (given, said) => {
    expect(summed(work(given))).toBe(said)
  })

  it('is not done before what it brought is', () => {
    const cluster = part('HostedCluster', 'demo', { health: 'waiting', nextActor: user('act') })

    expect(summed(work({ conditions: [APPLIED, AVAILABLE] }), [cluster])).toBe(
      'waiting Applied: HostedCluster clusters/demo, which was applied and is not ready -> user: act',
    )
  })

  it('goes when everything that it brought is gone', () => {
    const metadata = {
      deletionTimestamp: '2026-01-02T04:00:00Z',
      finalizers: ['cluster.open-cluster-management.io/manifest-work-cleanup'],
    }
    const cluster = part('HostedCluster', 'demo', { health: 'waiting', deletedAt: '2026-01-02T04:00:00Z' })

    expect(summed(work({ metadata }), [cluster])).toBe(
      'waiting Deleting: HostedCluster clusters/demo to go -> operator work agent',
    )
  })
})
