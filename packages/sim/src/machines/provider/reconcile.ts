import { ClusterApiCluster, ClusterApiMachine } from '@skep/api'
import { type Informer, isObjectMissing, type Stored } from '@skep/client'
import {
  dropFinalizer,
  hasFinalizer,
  type NewestCopies,
  newestCopies,
  type Reconciler,
  type Result,
} from '@skep/controller'
import type {
  InfraMachine,
  MachinePlan,
  MachineProgress,
  MachineProvider,
  MachineScope,
  ProviderParts,
} from './contracts.ts'
import { isPaused, ownerMachine } from './owners.ts'
import { readUserData } from './user-data.ts'

/** Makes the machines of a provider, says how far they are, and removes them. */
export function machineReconciler<M extends InfraMachine>(
  parts: ProviderParts,
  provider: MachineProvider<M>,
  infraMachines: Informer<M>,
): Reconciler {
  const copies = newestCopies(infraMachines)
  const informers = parts.manager.informersOf()
  const machines = informers.of(ClusterApiMachine)
  const clusters = informers.of(ClusterApiCluster)
  const scopeOf = ({ metadata: { namespace } }: Stored<M>, machineName: string): MachineScope | undefined => {
    const machine = machines.get({ namespace, name: machineName })
    const cluster = machine && clusters.get({ namespace, name: machine.spec.clusterName })
    return machine && cluster && { machine, cluster }
  }
  return async (ctx, key) => {
    const found = copies.get(key)
    const owner = found && ownerMachine(found)
    if (!found) return {}
    if (found.metadata.deletionTimestamp !== undefined)
      return remove(parts, provider, found, owner?.uid, ctx.clock.now())
    const scope = owner && scopeOf(found, owner.name)
    if (scope) await new MachineVisit(parts, provider, copies, scope).run(found, ctx.clock.now())
    return {}
  }
}

/** Nothing is awaited but what the provider itself removes: power goes off at once. */
async function remove<M extends InfraMachine>(
  { client, machines }: ProviderParts,
  provider: MachineProvider<M>,
  found: Stored<M>,
  /** Of its Machine, if it still says whose it is. */
  uid: string | undefined,
  now: number,
): Promise<Result> {
  if (uid !== undefined) machines.powerOff(uid)
  if (!hasFinalizer(found, provider.finalizer)) return {}
  const isGone = (await provider.dismantle?.(found)) ?? true
  if (isGone) await dropFinalizer(client, provider.kind, found, provider.finalizer)
  else await writeStatus(client, provider, found, { step: 'Deleting' }, now)
  return {}
}

/** One look at a machine that is to be. */
class MachineVisit<M extends InfraMachine> {
  readonly #parts: ProviderParts
  readonly #provider: MachineProvider<M>
  readonly #copies: NewestCopies<M>
  readonly #scope: MachineScope

  constructor(parts: ProviderParts, provider: MachineProvider<M>, copies: NewestCopies<M>, scope: MachineScope) {
    this.#parts = parts
    this.#provider = provider
    this.#copies = copies
    this.#scope = scope
  }

  async run(found: Stored<M>, now: number): Promise<void> {
    const { cluster } = this.#scope
    const isMade = found.status?.ready === true
    // A machine that is there stays on, whoever paused what.
    if (!isMade && isPaused(found, cluster)) return
    const plan = cluster.status?.infrastructureReady || isMade ? this.#provider.plan(found, this.#scope) : undefined
    if (!plan) return this.#report(found, { step: 'WaitingForClusterInfrastructure' }, now)
    const { uid } = this.#scope.machine.metadata
    const userData = this.#parts.machines.stateOf(uid) ? '' : await this.#userData(isMade)
    if (userData === undefined) return this.#report(found, { step: 'WaitingForBootstrapData' }, now)
    const kept = await this.#claim(found)
    this.#boot(plan, userData, isMade)
    const progress = this.#progress(plan)
    await this.#provider.attend?.(kept, progress, this.#scope)
    await this.#report(progress.step === 'Running' ? await this.#identify(kept, plan.providerId) : kept, progress, now)
  }

  /** Who has joined does not need it any more. */
  #userData(isMade: boolean): Promise<string | undefined> {
    const { machine } = this.#scope
    const hasJoined = isMade && machine.status?.nodeRef !== undefined
    return hasJoined ? Promise.resolve('') : readUserData(this.#parts.client, machine)
  }

  #boot(plan: MachinePlan, userData: string, isMade: boolean): void {
    const { metadata, status } = this.#scope.machine
    const { namespace, name, uid, labels } = metadata
    this.#parts.machines.boot({
      ...plan,
      machine: { namespace, name, uid, ...(labels ? { labels } : {}) },
      userData,
      provisioned: isMade,
      joined: isMade && status?.nodeRef !== undefined,
    })
  }

  #progress(plan: MachinePlan): MachineProgress {
    const state = this.#parts.machines.stateOf(this.#scope.machine.metadata.uid)
    if (state && state.stage !== 'Provisioning') return { step: 'Running', plan }
    return { step: 'Creating', problem: state?.problem }
  }

  /** Nothing is made before it is certain that it will be removed. */
  async #claim(found: Stored<M>): Promise<Stored<M>> {
    const { finalizer } = this.#provider
    if (hasFinalizer(found, finalizer)) return found
    return this.#patch(found, { metadata: { finalizers: [...(found.metadata.finalizers ?? []), finalizer] } })
  }

  async #identify(found: Stored<M>, providerID: string): Promise<Stored<M>> {
    return found.spec?.providerID === providerID ? found : this.#patch(found, { spec: { providerID } })
  }

  /** A conflict when somebody else was faster. */
  async #patch(found: Stored<M>, change: { metadata?: object; spec?: object }): Promise<Stored<M>> {
    const { uid, resourceVersion } = found.metadata
    const body = { ...change, metadata: { uid, resourceVersion, ...change.metadata } }
    const written = await this.#parts.client.patch(this.#provider.kind, found.metadata, { type: 'merge', body })
    this.#copies.keep(written)
    return written
  }

  async #report(found: Stored<M>, progress: MachineProgress, now: number): Promise<void> {
    const written = await writeStatus(this.#parts.client, this.#provider, found, progress, now)
    if (written !== found) this.#copies.keep(written)
  }
}

/** Writes what there is to say, if that is anything new. Returns the object as it is then. */
async function writeStatus<M extends InfraMachine>(
  client: ProviderParts['client'],
  provider: MachineProvider<M>,
  found: Stored<M>,
  progress: MachineProgress,
  now: number,
): Promise<Stored<M>> {
  const after = structuredClone(found)
  provider.report(after, progress, now)
  await client.patchStatus(provider.kind, found, after, { ifUnchanged: true }).catch((error: unknown) => {
    if (!isObjectMissing(error)) throw error
  })
  return after.metadata.resourceVersion === found.metadata.resourceVersion ? found : after
}
