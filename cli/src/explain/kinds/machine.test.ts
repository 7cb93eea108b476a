import { describe, expect, it } from 'vitest'
import { operator, user } from '../model.ts'
import { conditions, part, type Sample, sample, summed } from '../test/judged.ts'

const machine = (given: Sample) =>
  sample('cluster.x-k8s.io/v1beta1', 'Machine', {
    spec: { clusterName: 'demo', infrastructureRef: { kind: 'AzureMachine', name: 'a' } },
    ...given,
  })

const INFRASTRUCTURE = 'InfrastructureReady=True'

describe('a machine that is not ready', () => {
  it.each([
    [
      'BootstrapReady=False/WaitingForDataSecret',
      'waiting WaitingForDataSecret: condition BootstrapReady to be True -> operator hypershift',
    ],
    [
      'InfrastructureReady=False/VMCreating',
      'waiting VMCreating: condition InfrastructureReady to be True -> cloud Azure',
    ],
    [
      'HealthCheckSucceeded=False/UnhealthyNode Ready is False',
      'waiting NotInfrastructureReady: condition InfrastructureReady, of which nothing is known -> cloud Azure',
    ],
  ])('says who acts on %s', (condition, said) => {
    expect(summed(machine({ conditions: [condition] }))).toBe(said)
  })

  it('says that it has not even asked for a certificate', () => {
    const status = { infrastructureReady: true }
    const said = summed(machine({ status, conditions: [INFRASTRUCTURE, 'NodeHealthy=False/NodeProvisioning'] }))

    expect(said).toBe(
      'waiting NodeProvisioning: its boot: it fetches its configuration by ignition, then asks for a certificate, and has not asked yet -> kubelet',
    )
  })

  it('says that it has a certificate and no node', () => {
    const issued = part('CertificateSigningRequest', 'csr-1')
    const given = {
      status: { infrastructureReady: true },
      conditions: [INFRASTRUCTURE, 'NodeHealthy=False/NodeProvisioning'],
    }

    expect(summed(machine(given), [issued])).toBe(
      'waiting NodeProvisioning: its kubelet to register a node with the certificate that it got -> kubelet',
    )
  })

  it('leaves who acts to what is below it', () => {
    const pending = part('CertificateSigningRequest', 'csr-1', {
      health: 'waiting',
      nextActor: operator('machine-approver'),
    })
    const given = {
      status: { infrastructureReady: true },
      conditions: [INFRASTRUCTURE, 'NodeHealthy=False/NodeProvisioning'],
    }

    expect(summed(machine(given), [pending])).toMatch(/-> operator machine-approver$/)
  })

  it('says that it has failed for good', () => {
    const status = { failureReason: 'CreateError', failureMessage: 'no such size' }

    expect(summed(machine({ status }))).toBe(
      'failing CreateError: no such size -> user: correct what the message names, and delete the Machine',
    )
  })

  it('says that it is paused', () => {
    const status = { v1beta2: { conditions: conditions(['Paused=True/Paused Cluster spec.paused is set to true']) } }

    expect(summed(machine({ status }))).toBe(
      'failing Paused: Cluster spec.paused is set to true -> user: remove spec.pausedUntil of its HostedCluster',
    )
  })
})

describe('a machine that is not gone', () => {
  const going = { deletionTimestamp: '2026-01-02T04:00:00Z', finalizers: ['machine.cluster.x-k8s.io'] }
  const deleting = (text: string) => ({ v1beta2: { conditions: conditions([`Deleting=True/${text}`]) } })

  it.each([
    ['DrainingNode Drain not completed yet', 'waiting Deleting: Drain not completed yet -> operator cluster-api'],
    ['WaitingForVolumeDetach Waiting for volumes', 'waiting Deleting: Waiting for volumes -> operator cluster-api'],
    [
      'WaitingForInfrastructureDeletion Waiting for AzureMachine to be deleted',
      'waiting Deleting: Waiting for AzureMachine to be deleted -> operator cluster-api',
    ],
  ])('says %s', (text, said) => {
    expect(summed(machine({ metadata: going, status: deleting(text) }))).toBe(said)
  })

  it.each([
    ['agentmachine', 'operator agent provider: gives the host back'],
    ['backup', 'user: find who put annotation pre-terminate.delete.hook.machine.cluster.x-k8s.io/backup there'],
  ])('says whose hook %s holds it', (name, who) => {
    const hook = `pre-terminate.delete.hook.machine.cluster.x-k8s.io/${name}`
    const status = deleting(`WaitingForPreTerminateHook Waiting for pre-terminate hooks to succeed (hooks: ${hook})`)

    expect(summed(machine({ metadata: { ...going, annotations: { [hook]: '' } }, status }))).toMatch(
      new RegExp(`-> ${who.replace(/[.]/g, '\\.')}$`),
    )
  })

  it('leaves who acts to a budget that lets no pod go', () => {
    const status = deleting('DrainingNode * Pod web: cannot evict pod')
    const budget = part('PodDisruptionBudget', 'web', { health: 'failing', nextActor: user('change it') })

    expect(summed(machine({ metadata: going, status }), [budget])).toBe(
      'failing Deleting: * Pod web: cannot evict pod -> user: change it',
    )
    expect(summed(machine({ metadata: going, status }))).toBe(
      'waiting Deleting: * Pod web: cannot evict pod -> operator cluster-api',
    )
  })

  it('names the hook that it waits for, among others', () => {
    const annotations = {
      'pre-terminate.delete.hook.machine.cluster.x-k8s.io/agentmachine': '',
      'pre-drain.delete.hook.machine.cluster.x-k8s.io/backup': '',
    }
    const status = deleting('WaitingForPreDrainHook Waiting for pre-drain hooks to succeed')

    expect(summed(machine({ metadata: { ...going, annotations }, status }))).toMatch(
      /-> user: find who put annotation pre-drain\.delete\.hook\.machine\.cluster\.x-k8s\.io\/backup there$/,
    )
  })

  it('says that nobody removes it while it is paused', () => {
    const status = { v1beta2: { conditions: conditions(['Paused=True/Paused Cluster spec.paused is set to true']) } }

    expect(summed(machine({ metadata: going, status }))).toMatch(
      /-> user: remove spec.pausedUntil of its HostedCluster$/,
    )
  })
})
