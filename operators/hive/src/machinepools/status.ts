import { type HiveMachinePool, OpenShiftMachine, type OpenShiftMachineSet } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { taintKey, uniqueTaints, type WantedMachineSet } from './machine-sets.ts'
import { MACHINE_LABELS, MACHINE_NAMESPACE } from './names.ts'
import { ownedMachineLabels } from './sync-machine-sets.ts'

type Pool = Stored<HiveMachinePool>
type SetStatus = NonNullable<NonNullable<Pool['status']>['machineSets']>[number]

/** Says in the status of a pool what there is of it in the cluster. Returns whether all machines are ready. */
export async function tellMachineSets(
  client: Client,
  pool: Pool,
  wanted: readonly WantedMachineSet[],
  sets: ReadonlyMap<string, Stored<OpenShiftMachineSet>>,
): Promise<boolean> {
  const status = (pool.status ??= {})
  status.machineSets = await Promise.all(
    wanted.flatMap((set) => (sets.has(set.name) ? [statusOf(client, sets.get(set.name)!, set)] : [])),
  )
  status.replicas = status.machineSets.reduce((sum, { replicas }) => sum + replicas, 0)
  tellOwned(pool)
  return status.machineSets.every(({ replicas, readyReplicas = 0 }) => replicas === readyReplicas)
}

async function statusOf(
  client: Client,
  { metadata, spec, status }: Stored<OpenShiftMachineSet>,
  { range }: WantedMachineSet,
): Promise<SetStatus> {
  const { readyReplicas = 0, errorReason, errorMessage } = status ?? {}
  const set: SetStatus = {
    name: metadata.name,
    replicas: spec.replicas,
    readyReplicas,
    minReplicas: range.min,
    maxReplicas: range.max,
  }
  if (errorReason !== undefined) return { ...set, errorReason, ...(errorMessage ? { errorMessage } : {}) }
  return spec.replicas === readyReplicas ? set : { ...set, ...(await machineErrors(client, metadata.name)) }
}

/** What the machines of a set say is wrong with them. */
async function machineErrors(client: Client, set: string): Promise<Pick<SetStatus, 'errorReason' | 'errorMessage'>> {
  const labelSelector = { [MACHINE_LABELS.machineSet]: set }
  const { items } = await client.list(OpenShiftMachine, { namespace: MACHINE_NAMESPACE, labelSelector })
  const failed = items.filter(({ status }) => status?.errorReason ?? status?.errorMessage)
  const [first] = failed
  if (!first) return { errorReason: '', errorMessage: '' }
  const { errorReason = '', errorMessage = '' } = first.status ?? {}
  if (failed.length === 1) return { errorReason, errorMessage }
  const lines = failed.map(
    ({ metadata, status }) =>
      `Machine ${metadata.name} failed (${status?.errorReason ?? ''}): ${status?.errorMessage ?? ''},\n`,
  )
  return { errorReason: 'MultipleMachinesFailed', errorMessage: lines.join('') }
}

/** What Hive put on nodes and machines, so that it can take it back. */
function tellOwned(pool: Pool): void {
  const status = (pool.status ??= {})
  const labels = Object.keys(pool.spec.labels ?? {}).sort()
  const machineLabels = ownedMachineLabels(pool)
  const taints = uniqueTaints(pool.spec.taints ?? [])
    .map(({ key, effect }) => ({ key, effect }))
    .sort((a, b) => (taintKey(a) < taintKey(b) ? -1 : 1))
  assign(status, 'ownedLabels', labels)
  assign(status, 'ownedMachineLabels', machineLabels)
  assign(status, 'ownedTaints', taints)
}

/** An empty list is left out. */
function assign<T extends object, K extends keyof T>(target: T, key: K, list: T[K] & { length: number }): void {
  if (list.length > 0) target[key] = list
  else delete target[key]
}
