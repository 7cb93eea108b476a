import { ClusterApiCluster, type ClusterApiCondition, ClusterApiMachine } from '@skep/api'
import { cryptoRandom, realClock, silentLogger } from '@skep/base'
import { byOwner, type ClientKind, type ObjectChange, type Stored } from '@skep/client'
import { createManager, type Source, specChanged, watchOf } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import { readyClusterStatus } from './cloud-status.ts'
import type {
  InfraMachine,
  MachineProvider,
  MachineScope,
  ProviderDependencies,
  ProviderParts,
  RunningProvider,
} from './contracts.ts'
import { machineReconciler } from './reconcile.ts'
import { addReportController } from './reported.ts'

const WORKERS = 8

/** Runs the controllers that `add` adds, until they are stopped. */
export async function runProvider(
  name: string,
  dependencies: ProviderDependencies,
  add: (parts: ProviderParts) => (() => void)[],
): Promise<RunningProvider> {
  const { client, machines, clock = realClock, random = cryptoRandom, log = silentLogger, metrics } = dependencies
  const manager = createManager({ client, clock, random, log, metrics }, { name })
  const unsubscribes = add({ client, machines, clock, random, log, manager })
  const stopping = new AbortController()
  const running = manager
    .start(stopping.signal)
    .catch((error: unknown) => log.error('A provider ended', { name, error }))
  return {
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      stopping.abort()
      await running
    },
  }
}

/** A cloud: what it has, by kind. */
export interface Cloud<C extends CloudCluster, T extends CloudTemplate, M extends InfraMachine> {
  readonly clusterKind: ClientKind<C>
  readonly templateKind: ClientKind<T>
  /** What a machine of a template has; nothing where that is not known. */
  capacityOf(template: Stored<T>): Record<string, string>
  /** The machines, given how to find the provider's part of their cluster. */
  machinesOf(clusterOf: (scope: MachineScope) => Stored<C> | undefined): MachineProvider<M>
}

/** Runs a provider whose part of a cluster is there by itself: its machines are all that has to be made. */
export const runCloudProvider = <C extends CloudCluster, T extends CloudTemplate, M extends InfraMachine>(
  name: string,
  dependencies: ProviderDependencies,
  { clusterKind, templateKind, capacityOf, machinesOf }: Cloud<C, T, M>,
): Promise<RunningProvider> =>
  runProvider(name, dependencies, (parts) => {
    addReportController(parts, clusterKind, (cluster, now) => {
      cluster.status = readyClusterStatus(cluster.status, now)
    })
    // An autoscaler could not know what the first machine brings.
    addReportController(parts, templateKind, (template) => {
      template.status = { ...template.status, capacity: capacityOf(template) }
    })
    const clusters = parts.manager.informersOf().of(clusterKind)
    const clusterOf = ({ cluster: { metadata, spec } }: MachineScope) =>
      clusters.get({ ...metadata, name: spec?.infrastructureRef?.name ?? '' })
    return [addMachineController(parts, machinesOf(clusterOf))]
  })

/** A provider's part of a cluster. */
type CloudCluster = KubeObject & { status?: { conditions?: ClusterApiCondition[] | undefined } | undefined }

/** From what a provider's machines are made. */
type CloudTemplate = KubeObject & { status?: { capacity?: Record<string, string> | undefined } | undefined }

/** Adds the controller of a provider's machines. Returns how to stop following the machines themselves. */
export function addMachineController<M extends InfraMachine>(
  parts: ProviderParts,
  provider: MachineProvider<M>,
  /** Whatever else concerns its machines. */
  more: readonly Source[] = [],
): () => void {
  const { manager, machines } = parts
  const { kind } = provider
  const infraMachines = manager.informersOf().of(kind, { indexes: { owner: byOwner } })
  const { enqueue } = manager.add({
    name: kind.plural,
    kind,
    workers: WORKERS,
    watches: [
      ...more,
      watchOf(
        ClusterApiMachine,
        ({ metadata: { namespace }, spec: { infrastructureRef: ref } }) =>
          ref.kind === kind.kind && ref.name ? [{ ...(namespace ? { namespace } : {}), name: ref.name }] : [],
        { when: specChanged },
      ),
      watchOf(
        ClusterApiCluster,
        ({ metadata: { namespace } }) => infraMachines.list(namespace).map(({ metadata }) => metadata),
        { when: clusterMatters },
      ),
    ],
    reconcile: machineReconciler(parts, provider, infraMachines),
  })
  return machines.onChange((uid) => {
    const state = machines.stateOf(uid)
    // Of one that is there, nothing is told any more until it is off.
    const isThere = state !== undefined && state.stage !== 'Provisioning'
    for (const { metadata, status } of infraMachines.find('owner', uid)) {
      if (!isThere || !status?.ready) enqueue(metadata)
    }
  })
}

/** Whether a change of a cluster means anything to its machines. */
const clusterMatters = (change: ObjectChange<ClusterApiCluster>): boolean =>
  change.type !== 'updated' ||
  change.object.status?.infrastructureReady !== change.previous.status?.infrastructureReady ||
  change.object.spec?.paused !== change.previous.spec?.paused
