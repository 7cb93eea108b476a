import type { Node, NodeAddress, NodeStatus, NodeSystemInfo, Taint } from '@skep/api'
import { createRandom, type Random, uid } from '@skep/base'
import type { Draft } from '@skep/client'
import { nodeAddress, podNetwork } from './addresses.ts'
import { healthyConditions, unreadyConditions } from './node-conditions.ts'

/** The Kubernetes version that simulated kubelets report. */
export const KUBELET_VERSION = 'v1.37.0'

/** What runs on a node. */
export interface NodeSystem {
  readonly kubeletVersion: string
  readonly osImage: string
  readonly kernelVersion: string
  /** Such as `cri-o://1.32.3`. */
  readonly containerRuntimeVersion: string
  /** Such as `amd64`. */
  readonly architecture: string
}

/** What makes one simulated node different from another. */
export interface NodeShape {
  readonly name: string
  /** Decides on its addresses: no two nodes of a cluster may have the same. From 1 on. */
  readonly number: number
  /** Range of addresses of its pods; one that follows from its number unless given. */
  readonly podNetwork?: string | undefined
  /** Labels besides those of every node. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Annotations besides those of every node. */
  readonly annotations?: Readonly<Record<string, string>> | undefined
  readonly taints?: readonly Taint[] | undefined
  /** Resources that differ from those of a machine with four processors and 16 GiB, such as `{ cpu: '64' }`. */
  readonly resources?: Readonly<Record<string, string>> | undefined
  /** Name of the machine at its provider; `skep://NAME` unless given. */
  readonly providerId?: string | undefined
  /** What it can be reached at; an address that follows from its number, and its name, unless given. */
  readonly addresses?: readonly NodeAddress[] | undefined
  /** What runs on it, where that differs from `DEFAULT_SYSTEM`. */
  readonly system?: Partial<NodeSystem> | undefined
  /** Why it cannot take pods at first; it can unless given. */
  readonly unready?: string | undefined
}

/** What runs on a node of which nobody says otherwise. */
export const DEFAULT_SYSTEM: NodeSystem = {
  kubeletVersion: KUBELET_VERSION,
  osImage: 'Skep simulated node',
  kernelVersion: '6.12.0-skep',
  containerRuntimeVersion: 'containerd://2.2.0',
  architecture: 'amd64',
}

const CAPACITY = {
  cpu: '4',
  'ephemeral-storage': '101430960Ki',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: '16393244Ki',
  pods: '110',
}
/** A kubelet keeps a tenth of the disk and 100 MiB of memory to itself. */
const ALLOCATABLE = { ...CAPACITY, 'ephemeral-storage': '93478772582', memory: '16290844Ki' }

/** The node as its kubelet registers it. */
export function nodeDraft(shape: NodeShape, seed: string, now: number): Draft<Node> {
  const { name, number, labels, annotations, taints, resources, providerId = `skep://${name}` } = shape
  const { architecture } = systemOf(shape)
  const podCIDR = shape.podNetwork ?? podNetwork(number, Number(resources?.['pods'] ?? CAPACITY.pods))
  return {
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': architecture,
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true', ...annotations },
    },
    spec: { podCIDR, podCIDRs: [podCIDR], providerID: providerId, ...(taints ? { taints: [...taints] } : {}) },
    status: nodeStatus(shape, seed, now),
  }
}

function nodeStatus(shape: NodeShape, seed: string, now: number): NodeStatus {
  const { name, resources, unready } = shape
  return {
    capacity: { ...CAPACITY, ...resources },
    allocatable: { ...ALLOCATABLE, ...resources },
    conditions: unready === undefined ? healthyConditions(now) : unreadyConditions(unready, now),
    addresses: addressesOf(shape),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: nodeInfo(systemOf(shape), createRandom(`${seed}/${name}`)),
  }
}

const systemOf = ({ system }: NodeShape): NodeSystem => ({ ...DEFAULT_SYSTEM, ...system })

/** A kubelet always says its name, too. */
function addressesOf({ name, number, addresses }: NodeShape): NodeAddress[] {
  const own = addresses ?? [{ type: 'InternalIP', address: nodeAddress(number) }]
  return own.some(({ type }) => type === 'Hostname') ? [...own] : [...own, { type: 'Hostname', address: name }]
}

function nodeInfo(system: NodeSystem, random: Random): NodeSystemInfo {
  return {
    machineID: uid(random).replaceAll('-', ''),
    systemUUID: uid(random),
    bootID: uid(random),
    ...system,
    kubeProxyVersion: '',
    operatingSystem: 'linux',
  }
}
