import { Agent, AgentMachine, ClusterApiMachine, Secret } from '@skep/api'
import type { Informer } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { letGo } from './agent-machine/deletion.ts'
import { takeAgent } from './agent-machine/selection.ts'
import { MetalWorld, NAMESPACE } from './test/world.ts'

const HOOK = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/agentmachine'

/** A machine whose host has been installed. */
async function startInstalled() {
  const world = await MetalWorld.start()
  await world.publishKubeconfig()
  const [host] = await world.addHosts(1)
  const machine = await world.addMachine('w-1')
  world.machines.put(machine.metadata.uid, 'WaitingForClientCertificate')
  await world.settle()
  return { world, host: host!, machine }
}

describe('an AgentMachine', () => {
  it('waits for the ClusterDeployment that agents are bound to', async () => {
    const world = await MetalWorld.start()
    await world.addHosts(1)
    await world.addMachine('w-1')

    expect((await world.agentMachine('w-1'))?.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'AgentReserved',
        status: 'False',
        reason: 'AgentNotYetFound',
        message: 'no cluster deployment reference on agentCluster demo',
      }),
    )

    await world.publishKubeconfig()
    expect(await world.condition('w-1', 'AgentReserved')).toBe('True AgentReserved')
  })

  it('binds no second agent because the first is not known yet', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    const [first] = await world.addHosts(1)
    await world.addMachine('w-1')
    const [second] = await world.addHosts(1, {}, 'other')
    const agents = { find: (index: string) => (index === 'free' ? [second!] : []) } as unknown as Informer<Agent>

    const taken = await takeAgent(world.client, agents, (await world.agentMachine('w-1'))!, {
      agentNamespace: 'agents',
      clusterDeployment: { namespace: NAMESPACE, name: 'demo' },
      bootstrap: {},
    })

    expect(taken?.metadata.name).toBe(first?.metadata.name)
    expect((await world.agent(second!))?.metadata.labels).not.toHaveProperty('agentMachineRef')
  })

  it('binds a free agent, with what that has to know to get its configuration', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    const [host] = await world.addHosts(1)

    await world.addMachine('w-1')

    expect(await world.agent(host!)).toMatchObject({
      metadata: { labels: { agentMachineRef: 'w-1' }, annotations: { agentMachineRefNamespace: 'clusters-demo' } },
      spec: {
        clusterDeploymentName: { name: 'demo', namespace: 'clusters-demo' },
        machineConfigPool: 'ignition',
        ignitionEndpointTokenReference: { namespace: 'clusters-demo', name: 'agent-user-data-workers' },
        ignitionEndpointHTTPHeaders: { NodePool: 'clusters/workers' },
      },
    })
    const token = await world.client.get(Secret, { namespace: NAMESPACE, name: 'agent-user-data-workers' })
    expect(Buffer.from(token?.data?.['ignition-token'] ?? '', 'base64').toString()).toBe('dG9rZW4=')
    const agentMachine = await world.agentMachine('w-1')
    expect(agentMachine?.metadata.finalizers).toEqual(['agentmachine.agent-install.openshift.io/deprovision'])
    expect(agentMachine?.spec?.providerID).toBe(`agent://${host?.metadata.name}`)
    expect(agentMachine?.status).toMatchObject({
      agentRef: { name: host?.metadata.name, namespace: 'agents' },
      addresses: [{ type: 'ExternalIP' }, { type: 'InternalDNS', address: 'host-1' }],
    })
    const machine = await world.client.get(ClusterApiMachine, { namespace: NAMESPACE, name: 'w-1' })
    expect(machine?.metadata.annotations).toEqual({ [HOOK]: '' })
  })

  it('is ready once its host is installed', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    await world.addHosts(1)
    const { metadata } = await world.addMachine('w-1')
    expect(await world.condition('w-1', 'Installed')).toBe('False InstallationInProgress')
    expect(await world.condition('w-1', 'Ready')).toBe('False InstallationInProgress')

    world.machines.put(metadata.uid, 'WaitingForClientCertificate')
    await world.settle()

    expect((await world.agentMachine('w-1'))?.status?.ready).toBe(true)
    expect(await world.condition('w-1', 'Ready')).toBe('True AsExpected')
  })

  it('says that there is no agent left, and takes one that comes', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    await world.addHosts(1)
    await world.addMachine('w-1')
    await world.addMachine('w-2')
    expect(await world.condition('w-1', 'AgentReserved')).toBe('True AgentReserved')
    expect(await world.condition('w-2', 'AgentReserved')).toBe('False NoSuitableAgents')
    expect(await world.condition('w-2', 'AgentValidated')).toBe('False AgentNotYetFound')
    expect(await world.condition('w-2', 'Ready')).toBe('False NoSuitableAgents')

    await world.addHosts(2)

    expect(await world.condition('w-2', 'AgentReserved')).toBe('True AgentReserved')
  })

  it('takes only agents that its selector matches', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    await world.addHosts(1, { size: 'small' }, 'small')
    await world.addMachine('w-1', { agentLabelSelector: { matchLabels: { size: 'large' } } })
    expect(await world.condition('w-1', 'Ready')).toBe('False NoSuitableAgents')

    const [large] = await world.addHosts(1, { size: 'large' }, 'large')

    expect((await world.agentMachine('w-1'))?.status?.agentRef?.name).toBe(large?.metadata.name)
  })

  it.each([
    ['is not approved', { spec: { approved: false } }, undefined],
    ['is not well', undefined, { type: 'Validated', status: 'False' }],
    ['is out of touch', undefined, { type: 'Connected', status: 'False' }],
    ['is bound already', undefined, { type: 'Bound', status: 'True' }],
  ])('takes no agent that %s', async (_why, spec, condition) => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    const [host] = await world.addHosts(1)
    // Nobody simulates the host any more, so that it stays as the test makes it.
    const body = { ...spec, metadata: { labels: { 'sim.skep.dev/host': null } } }
    const agent = await world.client.patch(Agent, host!.metadata, { type: 'merge', body })
    const conditions = (agent.status?.conditions ?? []).map((each) =>
      each.type === condition?.type ? { ...each, ...condition } : each,
    )
    await world.client.patchStatus(Agent, agent, { ...agent, status: { ...agent.status, conditions } })

    await world.addMachine('w-1')

    expect(await world.condition('w-1', 'AgentReserved')).toBe('False NoSuitableAgents')
  })

  it('never shares an agent with another', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    await Promise.all(['w-1', 'w-2', 'w-3', 'w-4', 'w-5'].map((name) => world.addMachine(name)))

    const hosts = await world.addHosts(5)

    const agents = await Promise.all(hosts.map((host) => world.agent(host)))
    expect(agents.map((agent) => agent?.metadata.labels?.['agentMachineRef']).sort()).toEqual([
      'w-1',
      'w-2',
      'w-3',
      'w-4',
      'w-5',
    ])
  })
})

describe('an AgentMachine that goes', () => {
  it('gives its agent back once it is its turn, and lets its Machine go when the host has left', async () => {
    const { world, host, machine } = await startInstalled()
    await world.client.delete(ClusterApiMachine, machine.metadata)
    await world.settle()
    expect((await world.agent(host))?.spec?.clusterDeploymentName).toBeDefined()

    await world.sayOfHook('w-1', { status: 'False', severity: 'Info', reason: 'WaitingExternalHook' })

    const agent = await world.agent(host)
    expect(agent?.spec).toEqual({ approved: true, role: 'worker' })
    expect(agent?.metadata.labels).not.toHaveProperty('agentMachineRef')
    expect(agent?.status?.debugInfo?.state).toBe('known-unbound')
    expect(world.machines.on.size).toBe(0)
    const left = await world.client.get(ClusterApiMachine, machine.metadata)
    expect(left?.metadata.annotations ?? {}).not.toHaveProperty(HOOK)
  })

  it('is gone when core deletes it', async () => {
    const { world } = await startInstalled()
    await world.deleteUntilHook('w-1')
    await world.sayOfHook('w-1', { status: 'True' })

    await world.client.delete(AgentMachine, { namespace: NAMESPACE, name: 'w-1' })
    await world.settle()

    expect(await world.agentMachine('w-1')).toBeUndefined()
  })

  it('gives its agent back also when nobody waited for that', async () => {
    const { world, host, machine } = await startInstalled()
    await world.client.delete(AgentMachine, { namespace: NAMESPACE, name: 'w-1' })
    const body = { metadata: { finalizers: [] } }
    await world.client.patch(ClusterApiMachine, machine.metadata, { type: 'merge', body })
    await world.client.delete(ClusterApiMachine, machine.metadata)

    await world.clock.advance(60_000)

    expect(await world.agentMachine('w-1')).toBeUndefined()
    expect((await world.agent(host))?.status?.debugInfo?.state).toBe('known-unbound')
  })

  it('gives its agent back also when it is not known yet which one that is', async () => {
    const { world, host } = await startInstalled()
    const { status: _status, ...agentMachine } = (await world.agentMachine('w-1'))!
    const agents = { find: () => [], get: () => undefined } as unknown as Informer<Agent>

    await letGo(world.client, agents, agentMachine)

    expect((await world.agent(host))?.metadata.labels).not.toHaveProperty('agentMachineRef')
  })

  it('leaves an agent that the next machine can take', async () => {
    const { world, host } = await startInstalled()
    await world.deleteUntilHook('w-1')

    await world.addMachine('w-2')

    expect((await world.agent(host))?.metadata.labels).toMatchObject({ agentMachineRef: 'w-2' })
  })
})

describe('after a restart', () => {
  it('hosts that were part of a cluster are on again', async () => {
    const { world, machine } = await startInstalled()

    await world.restart()

    expect(world.machines.on.get(machine.metadata.uid)).toMatchObject({
      nodeName: 'host-1',
      provisioned: true,
      joined: false,
    })
  })

  it('a machine goes on with the agent that it had taken before it could say so', async () => {
    const { world, host } = await startInstalled()
    const agentMachine = await world.agentMachine('w-1')
    await world.client.patchStatus(AgentMachine, agentMachine!, { ...agentMachine!, status: {} })

    await world.restart()

    expect((await world.agentMachine('w-1'))?.status?.agentRef?.name).toBe(host.metadata.name)
  })
})
