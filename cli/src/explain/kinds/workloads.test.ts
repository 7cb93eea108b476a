import { describe, expect, it } from 'vitest'
import { user } from '../model.ts'
import { conditions, judged, part, type Sample, sample, summed } from '../test/judged.ts'

const core = (kind: string, given: Sample) => sample('v1', kind, given)
const pod = (given: Sample) => core('Pod', { spec: { nodeName: 'node-1' }, ...given })
const SCHEDULED = 'PodScheduled=True'

describe('a pod', () => {
  const containers = (state: object) => ({ containerStatuses: [{ name: 'etcd', ready: false, state }] })

  it.each([
    [
      { conditions: ['PodScheduled=False/Unschedulable 0/3 nodes are available'] },
      'failing Unschedulable: 0/3 nodes are available -> user: add nodes that the pod fits on, or make room',
    ],
    [{}, 'waiting Pending: a node to run on -> operator scheduler'],
    [
      { status: { ...containers({ running: {} }), conditions: conditions([SCHEDULED]) } },
      'waiting NotReady: container etcd to be ready -> kubelet',
    ],
    [
      {
        status: {
          ...containers({ waiting: { reason: 'ImagePullBackOff', message: 'no such image' } }),
          conditions: conditions([SCHEDULED]),
        },
      },
      'failing ImagePullBackOff: no such image -> user: see that container etcd can start',
    ],
    [
      { status: { ...containers({ waiting: { reason: 'CrashLoopBackOff' } }), conditions: conditions([SCHEDULED]) } },
      'failing CrashLoopBackOff: container etcd to start -> kubelet',
    ],
    [
      { metadata: { annotations: { 'sim.skep.dev/never-ready': 'true' } }, conditions: [SCHEDULED] },
      'failing NeverReady: the simulation, which was told to let it fail -> user: take the failure back with `skep sim clear` or `skep sim reset`',
    ],
    [
      { status: { phase: 'Failed', reason: 'Evicted', message: 'disk' } },
      'failing Evicted: disk -> operator owner of the pod: makes another one',
    ],
    [{ status: { phase: 'Succeeded' } }, 'good Completed'],
    [{ conditions: [SCHEDULED, 'Ready=True'] }, 'good Running'],
    [
      { metadata: { deletionTimestamp: '2026-01-02T04:00:00Z' } },
      'waiting Terminating: its containers to stop on node node-1 -> kubelet',
    ],
  ])('with %j', (given, said) => {
    expect(summed(pod(given))).toBe(said)
  })
})

describe('a workload', () => {
  const apps = (kind: string, given: Sample) => sample('apps/v1', kind, { spec: { replicas: 3 }, ...given })

  it('counts its pods', () => {
    expect(summed(apps('Deployment', { status: { availableReplicas: 3 } }))).toBe('good 3/3 ready')
    expect(summed(apps('StatefulSet', { status: { readyReplicas: 1 } }))).toBe(
      'waiting 1/3 ready: 2 of 3 pods to be ready -> kubelet',
    )
  })

  it('says that a quota keeps it from having pods', () => {
    const refusal = 'ReplicaFailure=True/FailedCreate pods "a" is forbidden: exceeded quota: small'

    expect(summed(apps('Deployment', { conditions: [refusal] }))).toBe(
      'failing 0/3 ready: pods "a" is forbidden: exceeded quota: small -> user: raise the quota of the namespace',
    )
  })

  it('leaves who acts to a pod', () => {
    const pending = part('Pod', 'a', { health: 'failing', nextActor: user('add nodes') })

    expect(summed(apps('StatefulSet', {}), [pending])).toMatch(/-> user: add nodes$/)
  })

  it('says that a job failed', () => {
    const job = sample('batch/v1', 'Job', { conditions: ['Failed=True/BackoffLimitExceeded too often'] })

    expect(summed(job)).toBe(
      'failing BackoffLimitExceeded: too often -> operator owner of the job: tries again or gives up',
    )
  })
})

describe('how something is reached', () => {
  it('waits for the address of a load balancer', () => {
    expect(summed(core('Service', { spec: { type: 'LoadBalancer' } }))).toBe(
      'waiting NoAddress: the address of a load balancer -> cloud load balancers',
    )
    const status = { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } }
    expect(summed(core('Service', { spec: { type: 'LoadBalancer' }, status }))).toBe('good LoadBalancer')
  })
})

describe("a tenant's cluster", () => {
  it.each([
    [
      sample('config.openshift.io/v1', 'ClusterVersion', {
        conditions: ['Failing=True/ClusterOperatorNotAvailable ingress', 'Progressing=True'],
      }),
      'failing ClusterOperatorNotAvailable: ingress -> operator cluster version operator: tries again',
    ],
    [
      sample('config.openshift.io/v1', 'ClusterVersion', {
        conditions: ['Progressing=True/Working Working towards 4.19.3'],
      }),
      'waiting Working: Working towards 4.19.3 -> operator cluster version operator',
    ],
    [
      sample('config.openshift.io/v1', 'ClusterOperator', {
        metadata: { name: 'ingress' },
        conditions: ['Available=False/NoNodes none'],
      }),
      'waiting NoNodes: none -> operator ingress',
    ],
    [
      core('Node', { conditions: ['Ready=False/KubeletNotReady network'] }),
      'waiting KubeletNotReady: network -> kubelet',
    ],
    [
      sample('certificates.k8s.io/v1', 'CertificateSigningRequest', {}),
      'waiting Pending: approval -> operator machine-approver: approves it if a Machine has its name; otherwise a person has to',
    ],
    [
      sample('certificates.k8s.io/v1', 'CertificateSigningRequest', { conditions: ['Denied=True/No not yours'] }),
      'failing Denied: not yours -> user: see why the request was refused; the machine asks again',
    ],
    [
      sample('certificates.k8s.io/v1', 'CertificateSigningRequest', { status: { certificate: 'eA==' } }),
      'good Approved,Issued',
    ],
  ])('%j', (object, said) => {
    expect(summed(object)).toBe(said)
  })
})

describe('a namespace that is not gone', () => {
  const metadata = { deletionTimestamp: '2026-01-02T04:00:00Z' }

  it('names what is held in it', () => {
    const held = part('Secret', 'a', { health: 'failing', nextActor: user('take it off') })

    expect(summed(core('Namespace', { metadata }), [held])).toBe(
      'waiting Terminating: Secret a to go -> user: take it off',
    )
  })

  it('says what its controller says', () => {
    const text =
      'NamespaceContentRemaining=True/SomeResourcesRemain Some resources are remaining: pods. has 2 resource instances'

    expect(summed(core('Namespace', { metadata, conditions: [text] }))).toMatch(
      /^waiting Terminating: Some resources are remaining/,
    )
  })
})

describe('anything else', () => {
  const widget = (given: Sample) => sample('example.com/v1', 'Widget', given)

  it.each([
    [
      widget({ conditions: ['Ready=False/Painting blue is out'] }),
      'waiting Painting: blue is out -> operator of Widget',
    ],
    [
      widget({ conditions: ['PaintFailed=True/NoColour none', 'Ready=False'] }),
      'failing NoColour: none -> operator of Widget',
    ],
    [widget({ conditions: ['Ready=True'] }), 'good Ready'],
    [widget({}), 'good Present'],
  ])('goes by its conditions: %j', (object, said) => {
    expect(summed(object)).toBe(said)
  })

  it('is as its parts are when it says nothing', () => {
    const wheel = part('Wheel', 'w', { health: 'failing', nextActor: user('turn it') })

    expect(summed(widget({}), [wheel])).toBe('waiting Waiting: Wheel clusters/w -> user: turn it')
  })
})

describe('an operator of a cluster that has no nodes to run on', () => {
  it('is no cause: nodes are, or the rollout that has not got to it yet', () => {
    const given = { conditions: ['Available=False/NoNodes Waiting for nodes to run on'] }

    expect(judged(sample('config.openshift.io/v1', 'ClusterOperator', given)).inherited).toBe(true)
  })
})
