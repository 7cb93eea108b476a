import type { Node, Pod } from '@skep/api'
import { controllerOf } from '../workloads/ownership.ts'
import { type Amounts, amountsOf, podRequests } from './requests.ts'

/** A port of a node that a pod takes. */
export interface HostPort {
  readonly ip: string
  readonly protocol: string
  readonly port: number
}

interface Tenant {
  readonly pod: Pod
  readonly requests: Amounts
  readonly ports: readonly HostPort[]
  /** Uid of the pod's controller. */
  readonly family: string | undefined
}

const WILDCARDS = ['', '0.0.0.0', '::']

/** A node, what runs on it, and how much room is left. */
export class NodeRoom {
  readonly name: string
  /** Undefined while only pods speak of the node. */
  node: Node | undefined
  #allocatable: Amounts = new Map()
  readonly #requested = new Map<string, bigint>()
  readonly #tenants = new Map<string, Tenant>()
  /** Pods by their controller's uid. */
  readonly #families = new Map<string, number>()

  constructor(name: string) {
    this.name = name
  }

  get isEmpty(): boolean {
    return this.node === undefined && this.#tenants.size === 0
  }

  get podCount(): number {
    return this.#tenants.size
  }

  *pods(): Iterable<Pod> {
    for (const { pod } of this.#tenants.values()) yield pod
  }

  setNode(node: Node | undefined): void {
    this.node = node
    this.#allocatable = amountsOf(node?.status?.allocatable)
  }

  add(key: string, pod: Pod): void {
    this.remove(key)
    const tenant = { pod, requests: podRequests(pod), ports: hostPorts(pod), family: controllerOf(pod)?.uid }
    this.#tenants.set(key, tenant)
    this.#count(tenant, 1n)
  }

  remove(key: string): void {
    const tenant = this.#tenants.get(key)
    if (!tenant) return
    this.#tenants.delete(key)
    this.#count(tenant, -1n)
  }

  /** Names of the resources that do not suffice, `pods` among them. */
  missing(requests: Amounts): string[] {
    const missing: string[] = []
    if (BigInt(this.#tenants.size + 1) * ONE > (this.#allocatable.get('pods') ?? 0n)) missing.push('pods')
    for (const [name, amount] of requests) {
      if (amount > 0n && amount > this.#free(name)) missing.push(name)
    }
    return missing
  }

  /** The part of a resource that would be left, from 0 to 1. */
  freeShare(name: string, request: bigint): number {
    const total = this.#allocatable.get(name) ?? 0n
    const free = this.#free(name) - request
    return total <= 0n || free <= 0n ? 0 : Number(free) / Number(total)
  }

  hasPort(wanted: HostPort): boolean {
    for (const { ports } of this.#tenants.values()) if (ports.some((taken) => collide(taken, wanted))) return true
    return false
  }

  /** How many pods of the same controller run here. */
  siblingsOf(pod: Pod): number {
    return this.#families.get(controllerOf(pod)?.uid ?? '') ?? 0
  }

  #count({ requests, family }: Tenant, sign: 1n | -1n): void {
    for (const [name, amount] of requests) this.#requested.set(name, (this.#requested.get(name) ?? 0n) + sign * amount)
    if (family === undefined) return
    const siblings = (this.#families.get(family) ?? 0) + Number(sign)
    if (siblings > 0) this.#families.set(family, siblings)
    else this.#families.delete(family)
  }

  #free(name: string): bigint {
    return (this.#allocatable.get(name) ?? 0n) - (this.#requested.get(name) ?? 0n)
  }
}

const ONE = 1_000_000_000n

/** The ports of its node that a pod wants for itself. */
export const hostPorts = ({ spec }: Pod): HostPort[] =>
  (spec?.containers ?? []).flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP = '', protocol = 'TCP' }) =>
      hostPort ? [{ port: hostPort, ip: hostIP, protocol }] : [],
    ),
  )

const collide = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port &&
  a.protocol === b.protocol &&
  (a.ip === b.ip || WILDCARDS.includes(a.ip) || WILDCARDS.includes(b.ip))
