import { AccountClaim, ClusterDeployment, ProjectClaim, SyncSet } from '@skep/api'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import type { Client, Informer, ObjectRef } from '@skep/client'
import { type ControllerMetrics, createManager, type Manager, type Source, watchOf } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import type { Behaviours, TenantClusters } from '@skep/sim'
import { keepKubeconfigsValid } from '../admin-kubeconfigs.ts'
import { accountClaimMachine, projectClaimMachine } from './claims.ts'
import { clusterDeploymentMachine } from './cluster-deployment.ts'
import type { CloudCredentials } from './credentials.ts'
import { createDependencies, findsSameCluster, namesOf } from './dependencies.ts'
import { freshObjects } from './fresh-objects.ts'
import { DEFAULT_RELEASE_REGISTRY, seedImageSets } from './image-sets.ts'
import { isToChangePower, powerReconciler } from './power.ts'
import { offersLives } from './replay.ts'
import { readFailure, readStateName } from './state-annotations.ts'
import { concerns, type StateMachine, stateMachineReconciler } from './state-machine.ts'
import { upgradeReconciler, wantedVersion } from './upgrades.ts'

/** What the simulator engine works with. */
export interface HiveSimulatorDependencies {
  /** Of the cluster that has Hive's kinds. */
  readonly client: Client
  /** For the kinds of `HIVE_BEHAVIOUR_KINDS`. */
  readonly behaviours: Behaviours
  readonly tenants: TenantClusters
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What the simulator engine may be told. */
export interface HiveSimulatorOptions {
  /** Where release images are said to be; `registry.example.com` unless given. */
  readonly releaseRegistry?: string
  /** Goes into the secrets of claims; placeholders unless given. */
  readonly credentials?: CloudCredentials
}

/** A simulator engine that runs. */
export interface HiveSimulator {
  /** How many objects of each kind there are, such as `{ clusterDeployments: 5 }`. */
  resources(): Record<string, number>
  /** Stops, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** They all write to one disk: the more of them do, the fewer wait for it while nobody works. */
const WORKERS = 64

/** Starts the simulator engine: makes the releases, then brings ClusterDeployments and claims from state to state. */
export async function startHiveSimulator(
  {
    client,
    behaviours,
    tenants,
    clock = realClock,
    random = cryptoRandom,
    log = silentLogger,
    metrics,
  }: HiveSimulatorDependencies,
  { releaseRegistry = DEFAULT_RELEASE_REGISTRY, credentials = {} }: HiveSimulatorOptions = {},
): Promise<HiveSimulator> {
  await seedImageSets({ client, log }, behaviours.config.clusterImageSets, releaseRegistry)
  const manager = createManager({ client, clock, random, log, metrics }, { name: 'hive-simulator' })
  const informers = manager.informersOf()
  const deployments = informers.of(ClusterDeployment)
  const deploymentsOf = findsSameCluster(deployments)
  const dependencyOf = createDependencies(informers, behaviours)
  const simulate = simulation(manager, { client, behaviours })
  const claimChanges = [AccountClaim, ProjectClaim].map((kind) =>
    watchOf<KubeObject>(kind, (claim) => namesOf(deploymentsOf(claim).filter(({ spec }) => !spec.installed))),
  )
  const claims = { client, random, log, credentials }
  const unsubscribe = [
    simulate(clusterDeploymentMachine({ client, tenants, random, dependencyOf }), claimChanges),
    simulate(accountClaimMachine(claims)),
    simulate(projectClaimMachine(claims)),
  ]
  const upgrades = upgradeReconciler({ client, behaviours })
  manager.add({
    name: 'upgrades',
    kind: SyncSet,
    when: ({ object }) => wantedVersion(object) !== undefined,
    reconcile: upgrades,
  })
  manager.add({
    name: 'power',
    kind: ClusterDeployment,
    when: ({ object }) => isToChangePower(object),
    reconcile: powerReconciler(client),
  })
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  const refreshing = keepKubeconfigsValid({ client, tenants, log }, deployments, stopping.signal)
  return {
    resources: () => ({
      clusterDeployments: deployments.size,
      accountClaims: informers.of(AccountClaim).size,
      projectClaims: informers.of(ProjectClaim).size,
    }),
    stop: async () => {
      for (const stop of unsubscribe) stop()
      stopping.abort()
      await Promise.all([running, refreshing])
    },
  }
}

/** Adds the controller of a machine, which looks again at objects whose behaviour somebody changed. Returns how to stop that. */
const simulation =
  (manager: Manager, parts: { readonly client: Client; readonly behaviours: Behaviours }) =>
  <T extends KubeObject>(machine: StateMachine<T>, watches: readonly Source[] = []): (() => void) => {
    const { kind } = machine
    const informer = manager.informersOf().of(kind)
    const objects = freshObjects(parts.client, informer)
    const reconcile = stateMachineReconciler({ ...parts, objects }, machine)
    const when = concerns(machine)
    const { enqueue } = manager.add({ name: kind.plural, kind, when, reconcile, watches, workers: WORKERS })
    parts.behaviours.countStates(informer, { stateOf, isReady: machine.isDone })
    const offer = offersLives(informer, parts.behaviours.replaying)
    return parts.behaviours.onChange((change) => {
      if (change.kind !== undefined && change.kind !== kind.kind) return
      if (change.kind === undefined) offer()
      for (const ref of change.object ? [change.object] : unfinished(informer, machine)) enqueue(ref)
    })
  }

/** The state that an object is in, as those who count them call it. */
const stateOf = (object: KubeObject): string =>
  readFailure(object) === undefined ? (readStateName(object) ?? 'New') : 'Failed'

function* unfinished<T extends KubeObject>(informer: Informer<T>, machine: StateMachine<T>): Generator<ObjectRef> {
  for (const object of informer.list()) if (!machine.isDone(object)) yield object.metadata
}
