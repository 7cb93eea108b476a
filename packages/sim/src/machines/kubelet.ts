import { Node, type NodeCondition } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { createEventRecorder } from '@skep/controller'
import { healthyConditions } from '../nodes/node-conditions.ts'
import type { NodeShape } from '../nodes/node-object.ts'
import { holdLease, registerNode, reportNodeStatus } from '../nodes/registration.ts'
import { KUBELET_EVENT_RATE, type SimulatedNode, wakeNode } from '../nodes/simulated-node.ts'
import type { MachineConfiguration } from './configuration.ts'
import type { MachineBoot } from './contracts.ts'
import type { PodNetwork } from './pod-networks.ts'
import { NETWORK_NOT_READY, NOT_READY_TAINTS, WORKER_LABELS, WORKER_RESOURCES, workerSystem } from './rhcos.ts'
import type { TenantNodes } from './tenant-nodes.ts'

/** What a kubelet works with. */
export interface KubeletServices {
  /** Heartbeats and what else a node says of itself keep to the time outside of a simulation. */
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly signal: AbortSignal
}

/** The kubelet of a machine: its node, until it is stopped. */
export class Kubelet {
  /** In the name of the node. */
  readonly client: Client
  readonly #tenant: TenantNodes
  readonly #node: SimulatedNode
  readonly #services: KubeletServices
  /** As last reported; undefined when nobody knows. */
  #conditions: readonly NodeCondition[] | undefined

  constructor(client: Client, tenant: TenantNodes, object: Stored<Node>, services: KubeletServices, unready?: string) {
    this.client = client
    this.#tenant = tenant
    this.#services = services
    this.#conditions = object.status?.conditions
    const { name } = object.metadata
    const recorder = createEventRecorder({
      ...{ client, component: 'kubelet', host: name, rate: KUBELET_EVENT_RATE },
      ...services,
    })
    this.#node = wakeNode({ object, client, recorder, unready })
    tenant.nodes.add(this.#node)
  }

  /** Says that the node is not ready, and why; or that it is. */
  async setUnready(why: string | undefined): Promise<void> {
    const { clock, signal } = this.#services
    this.#node.setUnready(why)
    const { name } = this.#node.object.metadata
    const api = { client: this.client, clock }
    const before = this.#conditions
    this.#conditions = undefined
    const node = await reportNodeStatus(api, name, this.#node.conditions, signal, { before })
    this.#conditions = node.status?.conditions
    if (why === undefined) this.#tenant.nodes.wake(name)
  }

  /** Nothing is heard of the node any more. */
  stop(): void {
    const { metadata, spec } = this.#node.object
    this.#tenant.nodes.remove(metadata.name)
    if (spec?.podCIDR) this.#tenant.podNetworks.leave(spec.podCIDR, metadata.name)
    this.client.close()
  }
}

/** Registers the node of a machine that joins: not ready yet, so that no pods come to it. */
export async function registerMachine(
  tenant: TenantNodes,
  boot: MachineBoot,
  services: KubeletServices,
  { kubeletVersion, nodeAnnotations }: Partial<MachineConfiguration> = {},
): Promise<Kubelet> {
  const { clock, signal } = services
  const { api, podNetworks } = tenant
  const isThere = async (name: string) => (await api.client.get(Node, { name }, { signal })) !== undefined
  const network = await podNetworks.take(isThere)
  const client = nodeClient(tenant, boot.nodeName)
  try {
    const version = kubeletVersion ?? api.settings.kubernetesVersion
    const shape = { ...shapeOf(boot, network, version), annotations: nodeAnnotations }
    const object = await registerNode({ client, clock }, shape, boot.machine.uid, signal)
    return new Kubelet(client, tenant, object, services, NETWORK_NOT_READY)
  } catch (error) {
    podNetworks.leave(network.cidr, boot.nodeName)
    client.close()
    throw error
  }
}

function shapeOf(boot: MachineBoot, { number, cidr }: PodNetwork, kubeletVersion: string): NodeShape {
  return {
    name: boot.nodeName,
    number,
    podNetwork: cidr,
    labels: { ...WORKER_LABELS, ...boot.labels },
    taints: NOT_READY_TAINTS,
    resources: { ...WORKER_RESOURCES, ...boot.resources },
    providerId: boot.providerId,
    addresses: boot.addresses,
    system: workerSystem(kubeletVersion, boot.architecture),
    unready: NETWORK_NOT_READY,
  }
}

/** The node that a machine has joined as before, if there is one: one of its name on another machine is not its own. */
export async function findNode({ api }: TenantNodes, { nodeName, providerId }: MachineBoot, signal: AbortSignal) {
  const node = await api.client.get(Node, { name: nodeName }, { signal })
  return node?.spec?.providerID === providerId ? node : undefined
}

/**
 * A client in the name of a node: what its certificate is good for. The API is in this process, where showing the
 * certificate with each request would prove nothing.
 */
const nodeClient = ({ api }: TenantNodes, name: string): Client =>
  api.clientAs({ name: `system:node:${name}`, groups: ['system:nodes'] })

/** Takes a node over that the machine has joined as before. */
export async function resumeNode(tenant: TenantNodes, node: Stored<Node>, services: KubeletServices): Promise<Kubelet> {
  const { clock, signal } = services
  const { name } = node.metadata
  const client = nodeClient(tenant, name)
  const unready = node.status?.conditions?.find(({ type, status }) => type === 'Ready' && status === 'False')?.message
  if (node.spec?.podCIDR) tenant.podNetworks.keep(node.spec.podCIDR)
  await holdLease({ client, clock }, node, signal)
  if (unready === undefined) await reportNodeStatus({ client, clock }, name, healthyConditions, signal)
  return new Kubelet(client, tenant, node, services, unready)
}
