import { describe, expect, it } from 'vitest'
import { KUBELET } from '../model.ts'
import type { Reader } from '../reader.ts'
import { explainerOf } from '../registry.ts'
import { part, type Sample, sample, summed } from '../test/judged.ts'

const V1BETA1 = 'hypershift.openshift.io/v1beta1'
const controlPlane = (given: Sample) => sample(V1BETA1, 'HostedControlPlane', given)
const component = (given: Sample) => sample(V1BETA1, 'ControlPlaneComponent', given)

const INFRASTRUCTURE = 'InfrastructureReady=True/AsExpected'
const ETCD = 'EtcdAvailable=True/QuorumAvailable'
const API = 'KubeAPIServerAvailable=True/AsExpected'
const AVAILABLE = 'Available=True/AsExpected'

describe('a control plane that is not ready', () => {
  it.each([
    [
      [],
      'waiting NotInfrastructureReady: condition InfrastructureReady, of which nothing is known -> cloud load balancers and routes',
    ],
    [
      ['InfrastructureReady=False/WaitingOnInfrastructureReady no address yet'],
      'waiting WaitingOnInfrastructureReady: no address yet -> cloud load balancers and routes',
    ],
    [
      [INFRASTRUCTURE, 'EtcdAvailable=False/EtcdWaitingForQuorum volume data-etcd-0 is pending'],
      'waiting EtcdWaitingForQuorum: volume data-etcd-0 is pending -> operator control-plane-operator',
    ],
    [
      [INFRASTRUCTURE, ETCD, 'KubeAPIServerAvailable=False/NotFound'],
      'waiting NotFound: condition KubeAPIServerAvailable to be True -> operator control-plane-operator',
    ],
    [
      [INFRASTRUCTURE, ETCD, API, 'Available=False/KASLoadBalancerNotReachable no route'],
      'waiting KASLoadBalancerNotReachable: no route -> cloud load balancers and routes',
    ],
    [
      [INFRASTRUCTURE, ETCD, API, 'Available=False/ComponentsNotAvailable Waiting for router'],
      'waiting ComponentsNotAvailable: Waiting for router -> operator control-plane-operator',
    ],
    [
      [INFRASTRUCTURE, ETCD, API, AVAILABLE, 'Degraded=True/UnavailableReplicas etcd'],
      'failing UnavailableReplicas: etcd -> operator control-plane-operator',
    ],
    [[INFRASTRUCTURE, ETCD, API, AVAILABLE], 'good Available'],
  ])('with %j', (conditions, said) => {
    expect(summed(controlPlane({ conditions }))).toBe(said)
  })
})

describe('a control plane that is not gone', () => {
  const metadata = {
    deletionTimestamp: '2026-01-02T04:00:00Z',
    finalizers: ['hypershift.openshift.io/finalizer'],
    annotations: { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' },
  }
  const gives = 'operator hosted-cluster-config-operator: gives up 10 minutes after the last change'

  it.each([
    [[], `waiting CleaningUp: the cluster version operator to stop -> ${gives}`],
    [['CVOScaledDown=True/CVOScaledDown'], `waiting CleaningUp: cloud resources to be removed -> ${gives}`],
    [
      ['CloudResourcesDestroyed=False/RemainingCloudResources loadbalancers'],
      `waiting RemainingCloudResources: loadbalancers -> ${gives}`,
    ],
    [['CloudResourcesDestroyed=False/ErrorOccurred no answer'], `failing ErrorOccurred: no answer -> ${gives}`],
    [
      ['CloudResourcesDestroyed=False/CloudResourcesDeletionTimedOut gave up'],
      'waiting Deleting: finalizer hypershift.openshift.io/finalizer -> operator hypershift',
    ],
    [
      ['CloudResourcesDestroyed=True/CloudResourcesDestroyed'],
      'waiting Deleting: finalizer hypershift.openshift.io/finalizer -> operator hypershift',
    ],
  ])('with %j', (conditions, said) => {
    expect(summed(controlPlane({ metadata, conditions }))).toBe(said)
  })
})

describe('the components of a control plane', () => {
  const WAITS = ['RolloutComplete=False/WaitingForDependencies']
  const named = (name: string, conditions: string[] = []) => component({ metadata: { name }, conditions })

  it('begin with what the API consists of, even while that waits; what else waits comes last', async () => {
    const components = [
      named('cloud-controller-manager', WAITS),
      named('cluster-api'),
      named('kube-apiserver', WAITS),
      named('openshift-apiserver', WAITS),
      named('etcd'),
    ]
    // Only components are asked for here that there are any of.
    const list = async ({ kind }: { kind: string }) => (kind === 'ControlPlaneComponent' ? components : [])
    const parts = await explainerOf(controlPlane({}))?.parts?.(controlPlane({}), { list } as unknown as Reader)

    expect(parts?.map((each) => ('object' in each ? each.object.metadata.name : ''))).toEqual([
      'etcd',
      'kube-apiserver',
      'cluster-api',
      'openshift-apiserver',
      'cloud-controller-manager',
    ])
  })
})

describe('a component of a control plane', () => {
  it('says which others it waits for', () => {
    const conditions = [
      'Available=False/NotFound',
      'RolloutComplete=False/WaitingForDependencies Waiting for Dependencies: etcd',
    ]

    expect(summed(component({ conditions }))).toBe(
      'waiting WaitingForDependencies: Waiting for Dependencies: etcd -> operator control-plane-operator',
    )
  })

  it('leaves who acts to its workload', () => {
    const deployment = part('Deployment', 'router', { health: 'waiting', nextActor: KUBELET })
    const conditions = ['Available=False/WaitingForAvailable 0 of 2']

    expect(summed(component({ conditions }), [deployment])).toBe('waiting WaitingForAvailable: 0 of 2 -> kubelet')
  })

  it('is available when it is rolled out, too', () => {
    const conditions = ['Available=True/AsExpected', 'RolloutComplete=False/WaitingForRolloutComplete 1 of 3']

    expect(summed(component({ conditions }))).toMatch(/^waiting WaitingForRolloutComplete: 1 of 3/)
    expect(summed(component({ conditions: ['Available=True', 'RolloutComplete=True'] }))).toBe('good Available')
  })
})
