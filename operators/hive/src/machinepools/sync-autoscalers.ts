import { ClusterAutoscaler, type HiveMachinePool, MachineAutoscaler, OpenShiftMachineSet } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { apiVersionOf } from '@skep/schema'
import type { WantedMachineSet } from './machine-sets.ts'
import { MACHINE_LABELS, MACHINE_NAMESPACE } from './names.ts'

type Pool = Pick<Stored<HiveMachinePool>, 'spec'>

/** One autoscaler for each MachineSet of a pool that scales itself; none where it could never have a machine. */
export async function syncMachineAutoscalers(
  client: Client,
  { spec: { name: poolName, autoscaling } }: Pool,
  sets: readonly WantedMachineSet[],
): Promise<void> {
  const labelSelector = { [MACHINE_LABELS.pool]: poolName }
  const { items } = await client.list(MachineAutoscaler, { namespace: MACHINE_NAMESPACE, labelSelector })
  const former = new Map(items.map((item) => [item.metadata.name, item]))
  for (const { name, range } of autoscaling ? sets : []) {
    if (range.max === 0) continue
    await ensureAutoscaler(client, poolName, { name, minReplicas: range.min, maxReplicas: range.max }, former.get(name))
    former.delete(name)
  }
  for (const { metadata } of former.values()) await client.delete(MachineAutoscaler, metadata)
}

async function ensureAutoscaler(
  client: Client,
  poolName: string,
  { name, ...bounds }: { name: string; minReplicas: number; maxReplicas: number },
  former: Stored<MachineAutoscaler> | undefined,
): Promise<void> {
  const { minReplicas, maxReplicas } = former?.spec ?? {}
  if (minReplicas === bounds.minReplicas && maxReplicas === bounds.maxReplicas) return
  if (former) {
    await client.patch(MachineAutoscaler, former.metadata, { type: 'merge', body: { spec: bounds } })
    return
  }
  const scaleTargetRef = { apiVersion: apiVersionOf(OpenShiftMachineSet), kind: OpenShiftMachineSet.kind, name }
  await client.create(MachineAutoscaler, {
    metadata: { namespace: MACHINE_NAMESPACE, name, labels: { [MACHINE_LABELS.pool]: poolName } },
    spec: { ...bounds, scaleTargetRef },
  })
}

/** The cluster's own autoscaler, without which the others do nothing. One that is there stays as it is. */
export async function ensureClusterAutoscaler(client: Client, { spec }: Pool): Promise<void> {
  if (!spec.autoscaling || (await client.get(ClusterAutoscaler, { name: 'default' }))) return
  await client.create(ClusterAutoscaler, {
    metadata: { name: 'default' },
    spec: { scaleDown: { enabled: true }, balanceSimilarNodeGroups: true },
  })
}
