import { describe, expect, it } from 'vitest'
import { user } from '../model.ts'
import { part, type Sample, sample, summed } from '../test/judged.ts'

const of = (kind: string) => (given: Sample) => sample('cluster.x-k8s.io/v1beta1', kind, given)
const infra = (kind: string, given: Sample) => sample('infrastructure.cluster.x-k8s.io/v1beta1', kind, given)
const agents = (kind: string, given: Sample) => sample('capi-provider.agent-install.openshift.io/v1beta1', kind, given)

describe('a group of machines', () => {
  it('counts those that are ready', () => {
    const spec = { replicas: 2 }

    expect(summed(of('MachineDeployment')({ spec, status: { availableReplicas: 2 } }))).toBe('good 2/2 ready')
    expect(summed(of('MachineSet')({ spec, status: { readyReplicas: 1 } }))).toBe(
      'waiting 1/2 ready: 1 of 2 machines -> operator cluster-api',
    )
  })

  it('leaves who acts to the machine that fails', () => {
    const broken = part('Machine', 'a', { health: 'failing', nextActor: user('raise the quota') })

    expect(summed(of('MachineSet')({ spec: { replicas: 1 } }), [broken])).toBe(
      'waiting 0/1 ready: 1 of 1 machines -> user: raise the quota',
    )
  })

  it('says why no machine could be made', () => {
    const conditions = ['MachinesCreated=False/PreflightCheckFailed control plane is upgrading']

    expect(summed(of('MachineSet')({ spec: { replicas: 1 }, conditions }))).toBe(
      'failing 0/1 ready: control plane is upgrading -> operator cluster-api: tries again',
    )
  })

  it('says that too many are unhealthy to be replaced', () => {
    expect(
      summed(of('MachineHealthCheck')({ conditions: ['RemediationAllowed=False/TooManyUnhealthy 3 of 5'] })),
    ).toMatch(/^failing TooManyUnhealthy: 3 of 5 -> user: /)
  })
})

describe('a Cluster', () => {
  it('says that it is paused', () => {
    expect(summed(of('Cluster')({ spec: { paused: true } }))).toBe(
      'failing Paused: spec.paused to be false -> user: remove spec.pausedUntil of its HostedCluster',
    )
  })

  it.each([
    ['Cluster', 'remove annotation cluster.x-k8s.io/paused of Cluster blue'],
    ['Machine', 'remove annotation cluster.x-k8s.io/paused of Machine blue'],
    ['MachineSet', 'remove spec.pausedUntil of its NodePool'],
  ])('or what is of it says who paused it by an annotation, also when it is to go: %s', (kind, action) => {
    const paused = { type: 'Paused', status: 'True', message: 'it has the annotation' }
    const metadata = { annotations: { 'cluster.x-k8s.io/paused': 'true' } }
    const status = { v1beta2: { conditions: [paused] } }
    const going = { ...metadata, deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['cluster.cluster.x-k8s.io'] }

    const said = `failing Paused: it has the annotation -> user: ${action}`
    expect(summed(of(kind)({ metadata, spec: {}, status }))).toBe(said)
    expect(summed(of(kind)({ metadata: going, spec: {}, status }))).toBe(said)
  })

  it('says in which order it is taken down', () => {
    const metadata = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['cluster.cluster.x-k8s.io'] }
    const v1beta2 = {
      conditions: [
        { type: 'Deleting', status: 'True', message: '* MachineDeployments: workers\n* Worker Machines: a' },
      ],
    }

    expect(summed(of('Cluster')({ metadata, status: { v1beta2 } }))).toBe(
      'waiting Deleting: * MachineDeployments: workers; * Worker Machines: a -> operator cluster-api',
    )
  })
})

describe('a machine of a cloud', () => {
  it.each([
    ['AzureMachine', 'VMRunning=False/VMCreating', 'waiting VMCreating: condition VMRunning to be True -> cloud Azure'],
    [
      'AWSMachine',
      'InstanceReady=False/InstanceProvisionStarted',
      'waiting InstanceProvisionStarted: condition InstanceReady to be True -> cloud AWS',
    ],
    [
      'AzureMachine',
      'VMRunning=False/QuotaExceeded no more cores in this region',
      'failing QuotaExceeded: no more cores in this region -> user: raise the quota, or free some, at Azure',
    ],
    [
      'AWSMachine',
      'InstanceReady=False/VcpuLimitExceeded 64 at most',
      'failing VcpuLimitExceeded: 64 at most -> user: raise the quota, or free some, at AWS',
    ],
  ])('%s with %s', (kind, condition, said) => {
    expect(summed(infra(kind, { conditions: [condition] }))).toBe(said)
  })

  it('is ready when it says so, and not before', () => {
    expect(summed(infra('AzureMachine', { status: { ready: true } }))).toBe('good Ready')
    expect(summed(infra('AzureMachine', {}))).toBe('waiting NotReady: its machine to be made -> cloud Azure')
  })

  it('is held by its cloud until it is gone there', () => {
    const metadata = {
      deletionTimestamp: '2026-01-02T04:00:00Z',
      finalizers: ['azuremachine.infrastructure.cluster.x-k8s.io'],
    }

    expect(summed(infra('AzureMachine', { metadata }))).toBe(
      'waiting Deleting: finalizer azuremachine.infrastructure.cluster.x-k8s.io -> cloud Azure',
    )
  })
})

describe('a machine of metal', () => {
  it('says that there is no free host', () => {
    expect(summed(agents('AgentMachine', { conditions: ['AgentReserved=False/NoSuitableAgents'] }))).toBe(
      'failing NoSuitableAgents: a free host: an Agent that is approved, valid, connected and not bound -> user: boot another host, or approve one that matches agentLabelSelector',
    )
  })

  it('says what its host lacks', () => {
    const conditions = [
      'AgentReserved=True',
      'AgentSpecSynced=True',
      'AgentValidated=False/ValidationsFailing too little memory',
    ]

    expect(summed(agents('AgentMachine', { conditions }))).toBe(
      'failing ValidationsFailing: too little memory -> user: correct what the host lacks',
    )
  })

  it('says that a host waits for approval', () => {
    const agent = sample('agent-install.openshift.io/v1beta1', 'Agent', { spec: { approved: false } })

    expect(summed(agent)).toBe('failing NotApproved: approval -> user: approve Agent blue: set spec.approved')
  })
})
