import { isIP } from 'node:net'
import type { NodeAddress } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { HostedApis } from '../hosted/contracts.ts'
import { clientCertificate, obtainCertificate, servingCertificate } from './certificates.ts'
import { fetchConfiguration, type MachineConfiguration } from './configuration.ts'
import type { FetchIgnition } from './contracts.ts'
import { findNode, type Kubelet, type KubeletServices, nodeClient, registerMachine, resumeNode } from './kubelet.ts'
import { kubeletKubeconfig } from './kubelet-kubeconfig.ts'
import type { RunningMachine } from './running-machine.ts'
import type { AllTenantNodes, TenantNodes } from './tenant-nodes.ts'

/** What machines live with. */
export interface MachineServices {
  readonly apis: Pick<HostedApis, 'connect'>
  readonly tenants: AllTenantNodes
  readonly fetchIgnition: FetchIgnition
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** The life of a machine, from when it is switched on until it is switched off; then this rejects. */
export async function liveAsMachine(machine: RunningMachine, services: MachineServices): Promise<never> {
  const { joined, provisioned } = machine.boot
  // What takes no time is over at once, so that whoever switches the machine on sees that it is there.
  const provisioning = joined || provisioned ? undefined : machine.pass('Provisioning')
  if (provisioning) await provisioning
  machine.enter(joined ? 'Registering' : 'FetchingIgnition')
  const { namespace = '' } = machine.boot.machine
  const tenant = await machine.insist('ApiMissing', () => services.tenants.join(namespace))
  try {
    const kubelet = await startKubelet(machine, tenant, services)
    try {
      return await stayReady(machine, kubelet)
    } finally {
      kubelet.stop()
    }
  } finally {
    services.tenants.leave(namespace)
  }
}

/** A machine that has been here before takes its node over; any other joins. */
async function startKubelet(machine: RunningMachine, tenant: TenantNodes, services: MachineServices): Promise<Kubelet> {
  const { signal, boot } = machine
  const own = kubeletServices(machine, services)
  const node = await machine.insist('ApiFailed', () => findNode(tenant, boot, signal))
  if (!node && !boot.joined) return join(machine, tenant, services)
  machine.enter('Registering')
  return machine.insist('RegistrationFailed', () =>
    node ? resumeNode(tenant, node, own) : registerMachine(nodeClient(tenant, boot.nodeName), tenant, boot, own),
  )
}

async function join(machine: RunningMachine, tenant: TenantNodes, services: MachineServices): Promise<Kubelet> {
  const { boot } = machine
  machine.enter('FetchingIgnition')
  await machine.pass('Ignition')
  const config = await machine.insist('IgnitionFailed', () => fetchConfiguration(boot.userData, services))
  machine.enter('WaitingForClientCertificate')
  await machine.pass('Joining')
  const client = await machine.insist('ClientCertificateFailed', () => authenticate(machine, config, services))
  machine.enter('Registering')
  const own = kubeletServices(machine, services)
  const register = () => registerMachine(client, tenant, boot, own, config.kubeletVersion)
  const kubelet = await machine.insist('RegistrationFailed', register).catch((error: unknown) => {
    client.close()
    throw error
  })
  machine.enter('WaitingForServingCertificate')
  void serve(machine, client, own)
  return kubelet
}

/** A client in the name of the node, by the certificate that the bootstrap credentials have got. */
async function authenticate(
  { boot, signal }: RunningMachine,
  { bootstrapKubeconfig }: MachineConfiguration,
  { apis, clock, random }: MachineServices,
): Promise<Client> {
  const bootstrapper = await apis.connect(bootstrapKubeconfig)
  try {
    const waiting = { signal, random, clock: clock.outside ?? clock }
    const certificate = await obtainCertificate(bootstrapper, clientCertificate(boot.nodeName), waiting)
    return await apis.connect(kubeletKubeconfig(bootstrapKubeconfig, certificate))
  } finally {
    bootstrapper.close()
  }
}

/** Asks for the certificate that logs are served with. A node is ready without it, too. */
async function serve(machine: RunningMachine, client: Client, services: KubeletServices): Promise<void> {
  const { nodeName, addresses } = machine.boot
  const wanted = servingCertificate(nodeName, altNamesOf(addresses))
  const tell = (reason: unknown) =>
    services.log.info('A kubelet got no serving certificate', { Node: nodeName, reason })
  await machine.retry(() => obtainCertificate(client, wanted, services), tell).catch(() => undefined)
}

function altNamesOf(addresses: readonly NodeAddress[]) {
  const names = [...new Set(addresses.map(({ address }) => address))]
  return {
    dnsNames: names.filter((name) => isIP(name) === 0),
    ipAddresses: names.filter((name) => isIP(name) !== 0),
  }
}

/** The node is ready, except while it is to fail at that. */
async function stayReady(machine: RunningMachine, kubelet: Kubelet): Promise<never> {
  for (;;) {
    await machine.pass('Networking')
    await machine.insist('ReportFailed', () => kubelet.setUnready(undefined))
    machine.enter('Ready')
    let failure = machine.failureAt('Networking')
    while (failure?.state !== 'Networking') {
      await machine.pause()
      failure = machine.failureAt('Networking')
    }
    const { message } = failure
    await machine.insist('ReportFailed', () => kubelet.setUnready(message))
  }
}

const kubeletServices = ({ signal }: RunningMachine, { clock, random, log }: MachineServices): KubeletServices => ({
  clock: clock.outside ?? clock,
  random,
  log,
  signal,
})
