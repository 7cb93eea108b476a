import { type ClusterDeployment, Node, OpenShiftMachine, OpenShiftMachineSet } from '@skep/api'
import { type Clock, createRandom, formatTime, nameSuffix } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { controllerReference, isControlledBy } from '@skep/controller'
import { isObject, type Json } from '@skep/schema'
import { nodeDraft, type TenantClusters } from '@skep/sim'
import { tenantIdOf } from '../full/remote-clusters.ts'
import { MACHINE_LABELS, MACHINE_NAMESPACE } from './names.ts'

type MachineSet = Stored<OpenShiftMachineSet>
type Machine = Stored<OpenShiftMachine>

/** What a cloud and the machine controllers of a cluster would do for its MachineSets. */
export interface SimulatedMachines {
  /** Makes and removes machines and nodes until there are as many as MachineSets ask for. */
  level(deployment: Stored<ClusterDeployment>): Promise<void>
}

/** On a node: which machine it runs on. */
const MACHINE_OF_NODE = 'machine.openshift.io/machine'
const WORKER = 'node-role.kubernetes.io/worker'
const ZONE_OF_NODE = 'topology.kubernetes.io/zone'
const REGION_OF_NODE = 'topology.kubernetes.io/region'
/** The pool whose machines an installer makes. */
const INSTALLED_POOL = 'worker'

/** Machines of the clusters that are ours. Real clusters have controllers of their own, and are left alone. */
export const createSimulatedMachines = (tenants: TenantClusters, clock: Clock): SimulatedMachines => ({
  level: async (deployment) => {
    const tenant = tenants.get(tenantIdOf(deployment) ?? '')
    if (tenant) await new MachineLevelling(tenant.client, tenant.id, clock).run()
  },
})

/** One look at the machines of a cluster. */
class MachineLevelling {
  readonly #client: Client
  readonly #seed: string
  readonly #clock: Clock
  #machines: Machine[] = []
  #nodes = new Map<string, Stored<Node>>()

  constructor(client: Client, seed: string, clock: Clock) {
    this.#client = client
    this.#seed = seed
    this.#clock = clock
  }

  async run(): Promise<void> {
    const { items: sets } = await this.#client.list(OpenShiftMachineSet, { namespace: MACHINE_NAMESPACE })
    this.#machines = (await this.#client.list(OpenShiftMachine, { namespace: MACHINE_NAMESPACE })).items
    this.#nodes = new Map((await this.#client.list(Node)).items.map((node) => [node.metadata.name, node]))
    await this.#removeOrphans(sets)
    await this.#adoptWorkers(sets)
    for (const set of sets) await this.#levelSet(set)
  }

  /** Machines go with their set, and nodes with their machine, whoever was faster to remove it. */
  async #removeOrphans(sets: readonly MachineSet[]): Promise<void> {
    const owned = this.#machines.filter(({ metadata }) =>
      metadata.ownerReferences?.some(({ controller }) => controller),
    )
    for (const machine of owned) {
      if (!sets.some((set) => isControlledBy(machine, set))) await this.#removeMachine(machine)
    }
    const machines = new Set(this.#machines.map(({ metadata }) => machineText(metadata.name)))
    for (const { metadata } of [...this.#nodes.values()]) {
      const machine = metadata.annotations?.[MACHINE_OF_NODE]
      if (machine !== undefined && !machines.has(machine)) await this.#removeNode(metadata.name)
    }
  }

  /** Workers that the installer made become machines of the pool that is to look after them. */
  async #adoptWorkers(sets: readonly MachineSet[]): Promise<void> {
    const heirs = sets.filter(({ metadata }) => metadata.labels?.[MACHINE_LABELS.pool] === INSTALLED_POOL)
    if (heirs.length === 0) return
    const orphans = [...this.#nodes.values()].filter(
      ({ metadata }) =>
        metadata.labels?.[WORKER] !== undefined && metadata.annotations?.[MACHINE_OF_NODE] === undefined,
    )
    for (const [index, node] of orphans.entries()) {
      const set = heirs[index % heirs.length]!
      const machine = await this.#createMachine(set, node.metadata.name)
      const annotations = { [MACHINE_OF_NODE]: machineText(machine.metadata.name) }
      const body = { metadata: { annotations, labels: nodeLabels(set) } }
      await this.#client.patch(Node, node.metadata, { type: 'merge', body })
    }
  }

  async #levelSet(set: MachineSet): Promise<void> {
    const machines = this.#machines.filter((machine) => isControlledBy(machine, set)).sort(byName)
    for (let count = machines.length; count < set.spec.replicas; count++) await this.#addMachine(set)
    for (const machine of machines.slice(set.spec.replicas)) await this.#removeMachine(machine)
    await this.#tellSet(set)
  }

  async #addMachine(set: MachineSet): Promise<void> {
    const name = `${set.metadata.name}-${nameSuffix(createRandom(`${set.metadata.uid}/${this.#nodes.size}`))}`
    const machine = await this.#createMachine(set, name)
    const labels = { ...nodeLabels(set), ...set.spec.template?.spec?.metadata?.labels }
    const taints = set.spec.template?.spec?.taints ?? []
    const shape = { name, number: this.#freeNumber(), labels, ...(taints.length > 0 ? { taints } : {}) }
    const node = nodeDraft(shape, this.#seed, this.#clock.now())
    const annotations = {
      ...node.metadata.annotations,
      [MACHINE_OF_NODE]: machineText(machine.metadata.name),
    }
    const made = await this.#client.create(Node, { ...node, metadata: { ...node.metadata, annotations } })
    this.#nodes.set(name, made)
  }

  /** Addresses follow from numbers; no two nodes may have the same. */
  #freeNumber(): number {
    const used = new Set([...this.#nodes.values()].map(({ spec }) => spec?.podCIDR))
    let number = this.#nodes.size + 1
    while (used.has(nodeDraft({ name: 'probe', number }, this.#seed, 0).spec?.podCIDR)) number++
    return number
  }

  async #createMachine(set: MachineSet, node: string): Promise<Machine> {
    const { template } = set.spec
    const { zone, region, type } = placementOf(set)
    const labels = {
      ...template?.metadata?.labels,
      ...(type ? { [MACHINE_LABELS.instanceType]: type } : {}),
      ...(region ? { [MACHINE_LABELS.region]: region } : {}),
      ...(zone ? { [MACHINE_LABELS.zone]: zone } : {}),
    }
    const name = node.startsWith(set.metadata.name) ? node : `${set.metadata.name}-${node}`
    const machine = await this.#client.create(OpenShiftMachine, {
      metadata: {
        namespace: MACHINE_NAMESPACE,
        name,
        labels,
        ownerReferences: [controllerReference(OpenShiftMachineSet, set)],
      },
      spec: { ...template?.spec, providerSpec: template?.spec?.providerSpec ?? {}, providerID: `skep://${node}` },
    })
    const status = {
      phase: 'Running',
      nodeRef: { kind: 'Node', name: node },
      lastUpdated: formatTime(this.#clock.now()),
    }
    await this.#client.patch(OpenShiftMachine, machine.metadata, { type: 'merge', body: { status } }, STATUS)
    const running = { ...machine, status }
    this.#machines.push(running)
    return running
  }

  async #removeMachine(machine: Machine): Promise<void> {
    const node = machine.status?.nodeRef?.name
    if (node) await this.#removeNode(node)
    await this.#client.delete(OpenShiftMachine, machine.metadata)
    this.#machines = this.#machines.filter((other) => other !== machine)
  }

  async #removeNode(name: string): Promise<void> {
    await this.#client.delete(Node, { name })
    this.#nodes.delete(name)
  }

  async #tellSet(set: MachineSet): Promise<void> {
    const count = this.#machines.filter((machine) => isControlledBy(machine, set)).length
    const before = structuredClone(set)
    set.status = {
      ...set.status,
      replicas: count,
      fullyLabeledReplicas: count,
      readyReplicas: count,
      availableReplicas: count,
      observedGeneration: set.metadata.generation ?? 0,
    }
    await this.#client.patchStatus(OpenShiftMachineSet, before, set)
  }
}

/** How a node names its machine. */
const machineText = (name: string): string => `${MACHINE_NAMESPACE}/${name}`

const STATUS = { subresource: 'status' } as const

const byName = (a: Machine, b: Machine): number => (a.metadata.name < b.metadata.name ? -1 : 1)

function placementOf({ spec }: MachineSet): { zone?: string; region?: string; type?: string } {
  const value = spec.template?.spec?.providerSpec?.value
  const placement = isObject(value?.['placement']) ? value['placement'] : {}
  return {
    ...textMember('zone', placement['availabilityZone']),
    ...textMember('region', placement['region']),
    ...textMember('type', value?.['type']),
  }
}

const textMember = <K extends string>(key: K, value: Json | undefined): { [P in K]?: string } =>
  typeof value === 'string' ? ({ [key]: value } as { [P in K]?: string }) : {}

function nodeLabels(set: MachineSet): Record<string, string> {
  const { zone, region, type } = placementOf(set)
  return {
    [WORKER]: '',
    'node.openshift.io/os_id': 'rhcos',
    ...(type ? { 'node.kubernetes.io/instance-type': type } : {}),
    ...(region ? { [REGION_OF_NODE]: region } : {}),
    ...(zone ? { [ZONE_OF_NODE]: zone } : {}),
  }
}
