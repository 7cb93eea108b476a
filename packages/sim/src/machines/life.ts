import type { KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import type { NodeAddress } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import { newKey } from '@skep/base/x509'
import type { Client } from '@skep/client'
import type { HostedApis } from '../hosted/contracts.ts'
import {
  awaitCertificate,
  clientCertificate,
  hasRequested,
  requestCertificate,
  servingCertificate,
} from './certificates.ts'
import { fetchConfiguration, type MachineConfiguration } from './configuration.ts'
import type { FetchIgnition } from './contracts.ts'
import { findNode, type Kubelet, type KubeletServices, registerMachine, resumeNode } from './kubelet.ts'
import type { RunningMachine } from './running-machine.ts'
import type { Slots } from './slots.ts'
import type { AllTenantNodes, TenantNodes } from './tenant-nodes.ts'

/** What machines live with. */
export interface MachineServices {
  readonly apis: Pick<HostedApis, 'connect'>
  readonly tenants: AllTenantNodes
  readonly fetchIgnition: FetchIgnition
  /** Keeps thousands of machines that start at once from asking the API for more than it answers at a time. */
  readonly slots: Slots
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
  const tenant = await machine.insist('ApiMissing', () => services.slots.run(() => services.tenants.join(namespace)))
  try {
    const kubelet = await startKubelet(machine, tenant, services)
    try {
      return await stayReady(machine, kubelet, services.slots)
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
  const { slots } = services
  const own = kubeletServices(machine, services)
  const find = () => slots.run(() => findNode(tenant, boot, signal))
  const node = boot.provisioned || boot.joined ? await machine.insist('ApiFailed', find) : undefined
  if (!node && !boot.joined) return join(machine, tenant, services)
  machine.enter('Registering')
  const register = () => (node ? resumeNode(tenant, node, own) : registerMachine(tenant, boot, own))
  const kubelet = await machine.insist('RegistrationFailed', () => slots.run(register))
  if (!boot.joined) void serve(machine, tenant, newKey(), kubelet.client, services)
  return kubelet
}

async function join(machine: RunningMachine, tenant: TenantNodes, services: MachineServices): Promise<Kubelet> {
  const { boot } = machine
  machine.enter('FetchingIgnition')
  await machine.pass('Ignition')
  const config = await machine.insist('IgnitionFailed', () => fetchConfiguration(boot.userData, services))
  machine.enter('WaitingForClientCertificate')
  await machine.pass('Joining')
  const key = newKey()
  await machine.insist('ClientCertificateFailed', () => authenticate(machine, tenant, key, config, services))
  machine.enter('Registering')
  const own = kubeletServices(machine, services)
  const register = () => registerMachine(tenant, boot, own, config)
  const kubelet = await machine.insist('RegistrationFailed', () => services.slots.run(register))
  machine.enter('WaitingForServingCertificate')
  void serve(machine, tenant, key, kubelet.client, services)
  return kubelet
}

/** Gets the certificate by which the node is known, with the bootstrap credentials and nothing else. */
async function authenticate(
  { boot, signal }: RunningMachine,
  { requests }: TenantNodes,
  key: KeyObject,
  { bootstrapKubeconfig }: MachineConfiguration,
  { apis, slots }: MachineServices,
): Promise<void> {
  const wanted = clientCertificate(boot.nodeName)
  const name = await slots.run(async () => {
    const bootstrapper = await apis.connect(bootstrapKubeconfig)
    return requestCertificate(bootstrapper, wanted, key, signal).finally(() => bootstrapper.close())
  })
  await awaitCertificate(requests, name, signal)
}

/** Asks for the certificate that logs are served with, unless it has. A node is ready without it, too. */
async function serve(
  machine: RunningMachine,
  { requests }: TenantNodes,
  key: KeyObject,
  client: Client,
  { slots, log }: MachineServices,
): Promise<void> {
  const { signal, boot } = machine
  const wanted = servingCertificate(boot.nodeName, altNamesOf(boot.addresses))
  const tell = (reason: unknown) => log.info('A kubelet got no serving certificate', { Node: boot.nodeName, reason })
  const ask = async () => {
    if (boot.provisioned && (await hasRequested(client, wanted, signal))) return
    const name = await slots.run(() => requestCertificate(client, wanted, key, signal))
    await awaitCertificate(requests, name, signal)
  }
  await machine.retry(ask, tell).catch(() => undefined)
}

function altNamesOf(addresses: readonly NodeAddress[]) {
  const names = [...new Set(addresses.map(({ address }) => address))]
  return {
    dnsNames: names.filter((name) => isIP(name) === 0),
    ipAddresses: names.filter((name) => isIP(name) !== 0),
  }
}

/** The node is ready, except while it is to fail at that. */
async function stayReady(machine: RunningMachine, kubelet: Kubelet, slots: Slots): Promise<never> {
  const report = (why?: string) => machine.insist('ReportFailed', () => slots.run(() => kubelet.setUnready(why)))
  for (;;) {
    await machine.pass('Networking')
    await report()
    machine.enter('Ready')
    let failure = machine.failureAt('Networking')
    while (failure?.state !== 'Networking') {
      await machine.pause()
      failure = machine.failureAt('Networking')
    }
    await report(failure.message)
  }
}

const kubeletServices = ({ signal }: RunningMachine, { clock, random, log }: MachineServices): KubeletServices => ({
  clock: clock.outside ?? clock,
  random,
  log,
  signal,
})
