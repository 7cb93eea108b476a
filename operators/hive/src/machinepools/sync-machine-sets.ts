import { type HiveMachinePool, Namespace, OpenShiftMachineSet } from '@skep/api'
import { hasReason } from '@skep/base'
import { type Client, mergePatch, type Stored } from '@skep/client'
import { asJson } from '@skep/schema'
import { isTrue } from '../full/platforms.ts'
import { isGeneratedLabel, taintKey, type WantedMachineSet } from './machine-sets.ts'
import { MACHINE_LABELS, MACHINE_NAMESPACE, OVERRIDE_PLATFORM } from './names.ts'

type Pool = Stored<HiveMachinePool>
type MachineSet = Stored<OpenShiftMachineSet>

/** The MachineSets of a pool that are in a cluster, by name. */
export async function readMachineSets(client: Client, { spec }: Pool): Promise<Map<string, MachineSet>> {
  const labelSelector = { [MACHINE_LABELS.pool]: spec.name }
  const { items } = await client.list(OpenShiftMachineSet, { namespace: MACHINE_NAMESPACE, labelSelector })
  return new Map(items.map((item) => [item.metadata.name, item]))
}

/** Makes the MachineSets of a pool in a cluster what the pool asks for. */
export async function syncMachineSets(client: Client, pool: Pool, wanted: readonly WantedMachineSet[]): Promise<void> {
  const there = await readMachineSets(client, pool)
  for (const set of wanted) {
    const former = there.get(set.name)
    if (former) await updateSet(client, pool, set, former)
    else await createSet(client, set)
    there.delete(set.name)
  }
  for (const { metadata } of there.values()) await client.delete(OpenShiftMachineSet, metadata)
}

async function createSet(client: Client, { object }: WantedMachineSet): Promise<void> {
  try {
    await client.create(OpenShiftMachineSet, object)
  } catch (error) {
    if (!hasReason(error, 'NotFound') || (await client.get(Namespace, { name: MACHINE_NAMESPACE }))) throw error
    // OpenShift has this namespace from its installation on; other clusters get it here.
    await client.create(Namespace, { metadata: { name: MACHINE_NAMESPACE } })
    await client.create(OpenShiftMachineSet, object)
  }
}

async function updateSet(client: Client, pool: Pool, wanted: WantedMachineSet, former: MachineSet): Promise<void> {
  const spec = updatedSpec(pool, wanted, former)
  const labels = { ...former.metadata.labels, ...wanted.object.metadata.labels }
  const after = { metadata: { labels }, spec }
  const before = { metadata: { labels: former.metadata.labels ?? {} }, spec: former.spec }
  // Both are JSON; that they are interfaces hides it from the compiler.
  const body = mergePatch(asJson(before), asJson(after))
  if (body !== undefined) await client.patch(OpenShiftMachineSet, former.metadata, { type: 'merge', body })
}

/** What others put there stays; what the pool put there and no longer names goes. */
function updatedSpec(pool: Pool, { object, range }: WantedMachineSet, { spec }: MachineSet): MachineSet['spec'] {
  const { template } = object.spec
  const formerMachine = spec.template?.spec
  const providerSpec = isTrue(pool.metadata.annotations, OVERRIDE_PLATFORM)
    ? template?.spec?.providerSpec
    : (formerMachine?.providerSpec ?? template?.spec?.providerSpec)
  const taints = mergeTaints(pool, formerMachine?.taints ?? [])
  const nodeLabels = mergeLabels(
    formerMachine?.metadata?.labels,
    template?.spec?.metadata?.labels,
    leftOver(pool.status?.ownedLabels, pool.spec.labels),
  )
  const machineLabels = mergeLabels(
    spec.template?.metadata?.labels,
    template?.metadata?.labels,
    leftOver(pool.status?.ownedMachineLabels, pool.spec.machineLabels),
  )
  const { taints: _taints, ...machine } = formerMachine ?? {}
  return {
    ...spec,
    replicas: Math.min(Math.max(spec.replicas, range.min), range.max),
    template: {
      ...spec.template,
      metadata: { ...spec.template?.metadata, labels: machineLabels },
      spec: {
        ...machine,
        metadata: { ...formerMachine?.metadata, labels: nodeLabels },
        providerSpec: providerSpec ?? {},
        ...(taints.length > 0 ? { taints } : {}),
      },
    },
  }
}

type Labels = Readonly<Record<string, string>> | undefined

const leftOver = (owned: readonly string[] | undefined, wanted: Labels): string[] =>
  (owned ?? []).filter((key) => wanted?.[key] === undefined)

const mergeLabels = (former: Labels, wanted: Labels, gone: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(former ?? {}).filter(([key]) => !gone.includes(key))),
  ...wanted,
})

type Taint = NonNullable<HiveMachinePool['spec']['taints']>[number]

function mergeTaints({ spec, status }: Pool, former: readonly Taint[]): Taint[] {
  const wanted = spec.taints ?? []
  const wantedKeys = new Set(wanted.map(taintKey))
  const gone = new Set((status?.ownedTaints ?? []).map(taintKey).filter((key) => !wantedKeys.has(key)))
  const merged = new Map<string, Taint>()
  for (const taint of former) {
    const key = taintKey(taint)
    if (!gone.has(key) && !merged.has(key)) merged.set(key, taint)
  }
  const stated = new Set<string>()
  for (const taint of wanted) {
    const key = taintKey(taint)
    if (!stated.has(key)) merged.set(key, taint)
    stated.add(key)
  }
  return [...merged.values()]
}

/** Labels of machines that the pool owns: all it names but those that Hive decides on. */
export const ownedMachineLabels = ({ spec }: Pool): string[] =>
  Object.keys(spec.machineLabels ?? {})
    .filter((key) => !isGeneratedLabel(key))
    .sort()
