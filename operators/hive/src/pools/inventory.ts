import { ClusterDeploymentCustomization } from '@skep/api'
import type { Stored } from '@skep/client'
import { addFinalizer, type Ctx, dropFinalizer, findCondition, setCondition } from '@skep/controller'
import { type PoolDeployment, UNCLAIMED } from './clusters.ts'
import { type PoolScope, type PoolStep, statePool } from './scope.ts'

type Customization = Stored<ClusterDeploymentCustomization>

/** Customizations that concern a pool. */
export interface Inventory {
  /** Entries that no cluster has, in the order in which they are to be used. */
  readonly free: Customization[]
  /** Entries that are there, by name. */
  readonly entries: ReadonlyMap<string, Customization>
  /** Names of entries that are not there. */
  readonly missing: readonly string[]
  /** Customization of all clusters of the pool. */
  readonly common: Customization | undefined
}

/** Reads the customizations of a pool; undefined when it has none. */
export async function readInventory({ parts, pool }: PoolScope): Promise<Inventory | undefined> {
  const { inventory, customizationRef } = pool.spec
  if (inventory === undefined && !customizationRef?.name) return undefined
  const { namespace = '' } = pool.metadata
  const { items } = await parts.client.list(ClusterDeploymentCustomization, { namespace })
  const byName = new Map(items.map((item) => [item.metadata.name, item]))
  const names = (inventory ?? []).map(({ name }) => name)
  const entries = new Map(names.flatMap((name) => (byName.has(name) ? [[name, byName.get(name)!] as const] : [])))
  return {
    entries,
    free: [...entries.values()].filter((entry) => isFree(entry)).sort(byUse),
    missing: names.filter((name) => !byName.has(name)).sort(),
    common: byName.get(customizationRef?.name ?? ''),
  }
}

const applyReason = ({ status }: Customization): string | undefined =>
  findCondition(status?.conditions, 'ApplySucceeded')?.reason

const isReserved = ({ status }: Customization): boolean =>
  findCondition(status?.conditions, 'Available')?.status === 'False'

const isFree = (entry: Customization): boolean =>
  !isReserved(entry) && entry.metadata.deletionTimestamp === undefined && applyReason(entry) !== 'BrokenBySyntax'

/** Those that worked come first, of these those that were not used for longest. */
function byUse(a: Customization, b: Customization): number {
  const rank = (entry: Customization) => {
    const applied = findCondition(entry.status?.conditions, 'ApplySucceeded')
    const works = applied === undefined || applied.reason === 'Succeeded'
    return `${works ? 0 : 1} ${applied?.lastTransitionTime ?? '~'} ${entry.metadata.name}`
  }
  return rank(a) < rank(b) ? -1 : 1
}

const finalizerOf = ({ pool }: PoolScope): string => `hive.openshift.io/${pool.metadata.name}`

/** Keeps the entries of an inventory and the clusters made with them in step, and says whether all entries are good. */
export const syncInventory: PoolStep = async (ctx, scope) => {
  if (scope.pool.spec.inventory === undefined) return {}
  const inventory = await readInventory(scope)
  if (!inventory) return {}
  for (const entry of inventory.entries.values()) {
    await syncEntry(ctx, scope, entry)
    await keepEntry(scope, entry)
  }
  tellInventory(ctx, scope, inventory)
  return {}
}

/** An entry stays as long as a cluster has it. */
async function keepEntry(scope: PoolScope, entry: Customization): Promise<void> {
  const { client } = scope.parts
  if (entry.metadata.deletionTimestamp === undefined) {
    await addFinalizer(client, ClusterDeploymentCustomization, entry, finalizerOf(scope))
  } else if (!isReserved(entry)) {
    await dropFinalizer(client, ClusterDeploymentCustomization, entry, finalizerOf(scope))
  }
}

async function syncEntry(ctx: Ctx, scope: PoolScope, entry: Customization): Promise<void> {
  const holder = holderOf(scope, entry)
  if (!holder) {
    if (isReserved(entry) && isOurs(scope, entry)) await change(ctx, scope, entry, release)
    return
  }
  await change(ctx, scope, entry, (status, now) => {
    reserve(status, now, { cluster: holder.metadata.name, pool: scope.pool.metadata.name })
    setCondition((status.conditions ??= []), outcomeOf(scope, holder), now)
  })
}

/** Another pool may have the same entry in its inventory, and a cluster of its own with it. */
const isOurs = ({ pool }: PoolScope, { status }: Customization): boolean =>
  !status?.clusterPoolRef?.name || status.clusterPoolRef.name === pool.metadata.name

const holderOf = ({ clusters }: PoolScope, { metadata }: Customization): PoolDeployment | undefined =>
  clusters
    .in(...UNCLAIMED, 'claimed', 'removable', 'deleting')
    .find(({ spec }) => spec.clusterPoolRef?.clusterDeploymentCustomization?.name === metadata.name)

type Status = NonNullable<ClusterDeploymentCustomization['status']>

/** Changes the status of an entry, in place and on the server. */
async function change(
  ctx: Ctx,
  { parts }: PoolScope,
  entry: Customization,
  work: (status: Status, now: number) => void,
): Promise<void> {
  const before = structuredClone(entry)
  work((entry.status ??= {}), ctx.clock.now())
  await parts.client.patchStatus(ClusterDeploymentCustomization, before, entry, { ifUnchanged: true })
}

function release(status: Status, now: number): void {
  delete status.clusterDeploymentRef
  delete status.clusterPoolRef
  const available = { type: 'Available', status: 'True', reason: 'Available', message: 'available' } as const
  setCondition((status.conditions ??= []), available, now)
}

function reserve(status: Status, now: number, { cluster, pool }: { cluster: string; pool: string }): void {
  status.clusterDeploymentRef = { name: cluster }
  status.clusterPoolRef = { name: pool }
  const reserved = { type: 'Available', status: 'False', reason: 'Reserved', message: 'reserved' } as const
  setCondition((status.conditions ??= []), reserved, now)
}

const APPLIED = { type: 'ApplySucceeded', status: 'False' } as const
const PENDING = { ...APPLIED, reason: 'InstallationPending', message: 'Patches applied; cluster is installing' }

function outcomeOf({ clusters }: PoolScope, holder: PoolDeployment) {
  if (holder.spec.installed) {
    const message = 'Patches applied and cluster installed successfully'
    return { type: APPLIED.type, status: 'True' as const, reason: 'Succeeded', message }
  }
  if (clusters.stateOf(holder) !== 'broken') return PENDING
  const message =
    'Cluster installation failed. This may or may not be the fault of patches. Check the installation logs.'
  return { ...APPLIED, reason: 'BrokenByCloud', message }
}

/** Takes an entry for a cluster that is about to be made. */
export const reserveEntry = (ctx: Ctx, scope: PoolScope, entry: Customization, cluster: string): Promise<void> =>
  change(ctx, scope, entry, (status, now) => {
    reserve(status, now, { cluster, pool: scope.pool.metadata.name })
    status.lastAppliedConfiguration = JSON.stringify(entry.spec)
    setCondition((status.conditions ??= []), PENDING, now)
  })

/** Says of an entry that it cannot be applied. */
export async function tellBrokenEntry(
  ctx: Ctx,
  scope: PoolScope,
  entry: Customization,
  message: string,
): Promise<void> {
  await change(ctx, scope, entry, (status, now) => {
    setCondition((status.conditions ??= []), { ...APPLIED, reason: 'BrokenBySyntax', message }, now)
  })
  const inventory = await readInventory(scope)
  if (inventory) tellInventory(ctx, scope, inventory)
}

function tellInventory(ctx: Ctx, scope: PoolScope, { entries, missing }: Inventory): void {
  const withReason = (reason: string) =>
    [...entries.values()]
      .filter((entry) => applyReason(entry) === reason)
      .map(({ metadata }) => metadata.name)
      .sort()
  const broken = {
    BrokenByCloud: withReason('BrokenByCloud'),
    BrokenBySyntax: withReason('BrokenBySyntax'),
    Missing: missing,
  }
  const type = 'InventoryValid'
  if (Object.values(broken).every(({ length }) => length === 0)) {
    statePool(ctx, scope, { type, status: 'True', reason: 'Valid', message: '' })
  } else {
    statePool(ctx, scope, { type, status: 'False', reason: 'Invalid', message: JSON.stringify(broken) })
  }
}

/** A pool that is deleted keeps no entry. */
export const releaseInventory: PoolStep = async (_ctx, scope) => {
  const entries = scope.pool.spec.inventory === undefined ? undefined : (await readInventory(scope))?.entries
  for (const entry of entries?.values() ?? []) {
    await dropFinalizer(scope.parts.client, ClusterDeploymentCustomization, entry, finalizerOf(scope))
  }
  return {}
}
