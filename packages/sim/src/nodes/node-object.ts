import type { Node, NodeCondition, NodeStatus, NodeSystemInfo, Taint } from '@skep/api'
import { createRandom, formatTime, type Random, uid } from '@skep/base'
import type { Draft } from '@skep/client'
import { nodeAddress, podNetwork } from './addresses.ts'

/** The Kubernetes version that simulated kubelets report. */
export const KUBELET_VERSION = 'v1.37.0'

/** What makes one simulated node different from another. */
export interface NodeShape {
  readonly name: string
  /** Decides on its addresses: no two nodes of a cluster may have the same. From 1 on. */
  readonly number: number
  /** Labels besides those of every node. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly taints?: readonly Taint[] | undefined
  /** Resources that differ from those of a machine with four processors and 16 GiB, such as `{ cpu: '64' }`. */
  readonly resources?: Readonly<Record<string, string>> | undefined
  /** Name of the machine at its provider; `skep://NAME` unless given. */
  readonly providerId?: string | undefined
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
  const { name, number, labels, taints, providerId = `skep://${name}` } = shape
  const podCIDR = podNetwork(number)
  return {
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: { podCIDR, podCIDRs: [podCIDR], providerID: providerId, ...(taints ? { taints: [...taints] } : {}) },
    status: nodeStatus(shape, seed, now),
  }
}

function nodeStatus({ name, number, resources }: NodeShape, seed: string, now: number): NodeStatus {
  return {
    capacity: { ...CAPACITY, ...resources },
    allocatable: { ...ALLOCATABLE, ...resources },
    conditions: healthyConditions(now),
    addresses: [
      { type: 'InternalIP', address: nodeAddress(number) },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: nodeInfo(createRandom(`${seed}/${name}`)),
  }
}

/** The conditions of a node that is well, with the time of this report; `before` says since when they have held. */
export function healthyConditions(now: number, before: readonly NodeCondition[] = []): NodeCondition[] {
  const time = formatTime(now)
  return HEALTHY.map((condition) => {
    const known = before.find(({ type, status }) => type === condition.type && status === condition.status)
    return { ...condition, lastHeartbeatTime: time, lastTransitionTime: known?.lastTransitionTime ?? time }
  })
}

const HEALTHY = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
] as const

function nodeInfo(random: Random): NodeSystemInfo {
  return {
    machineID: uid(random).replaceAll('-', ''),
    systemUUID: uid(random),
    bootID: uid(random),
    kernelVersion: '6.12.0-skep',
    osImage: 'Skep simulated node',
    containerRuntimeVersion: 'containerd://2.2.0',
    kubeletVersion: KUBELET_VERSION,
    kubeProxyVersion: '',
    operatingSystem: 'linux',
    architecture: 'amd64',
  }
}
