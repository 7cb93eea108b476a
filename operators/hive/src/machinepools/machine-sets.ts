import type { ClusterDeployment, HiveMachinePool, OpenShiftMachineSet } from '@skep/api'
import type { Draft, Stored } from '@skep/client'
import { asJson, type Json, type JsonObject } from '@skep/schema'
import { platformOf, regionOf } from '../full/platforms.ts'
import { MACHINE_LABELS, MACHINE_NAMESPACE } from './names.ts'
import { type ReplicaRange, spread, spreadRange } from './spread.ts'
import { type MachineZone, zonesOf } from './zones.ts'

type Pool = Pick<HiveMachinePool, 'spec'>
type Taints = NonNullable<HiveMachinePool['spec']['taints']>

/** A MachineSet that a pool asks for. */
export interface WantedMachineSet {
  readonly name: string
  /** Equal where a number of machines is asked for. */
  readonly range: ReplicaRange
  readonly object: Draft<OpenShiftMachineSet>
}

/** Machines of a pool that says nothing. */
const DEFAULT_REPLICAS = 1

/** One MachineSet for each zone of a pool. */
export function wantedMachineSets(deployment: Stored<ClusterDeployment>, pool: Pool): WantedMachineSet[] {
  const zones = zonesOf(deployment, pool)
  const ranges = rangesOf(pool, zones.length)
  return zones.map((zone, index) => {
    const infraID = deployment.spec.clusterMetadata?.infraID ?? ''
    const name = `${infraID}-${pool.spec.name}-${zone.suffix}`
    const range = ranges[index]!
    return { name, range, object: machineSetOf({ deployment, pool, zone, infraID, name, replicas: range.min }) }
  })
}

function rangesOf({ spec: { autoscaling, replicas = DEFAULT_REPLICAS } }: Pool, parts: number): ReplicaRange[] {
  if (!autoscaling) return spread(replicas, parts).map((count) => ({ min: count, max: count }))
  return spreadRange({ min: autoscaling.minReplicas, max: autoscaling.maxReplicas }, parts)
}

interface MachineSetParts {
  readonly deployment: Stored<ClusterDeployment>
  readonly pool: Pool
  readonly zone: MachineZone
  readonly infraID: string
  readonly name: string
  readonly replicas: number
}

function machineSetOf(parts: MachineSetParts): Draft<OpenShiftMachineSet> {
  const { pool, infraID, name, replicas } = parts
  const identity = { [MACHINE_LABELS.cluster]: infraID, [MACHINE_LABELS.machineSet]: name }
  const taints = uniqueTaints(pool.spec.taints ?? [])
  return {
    metadata: {
      namespace: MACHINE_NAMESPACE,
      name,
      labels: {
        [MACHINE_LABELS.cluster]: infraID,
        [MACHINE_LABELS.pool]: pool.spec.name,
        [MACHINE_LABELS.managed]: 'true',
      },
    },
    spec: {
      replicas,
      selector: { matchLabels: identity },
      template: {
        metadata: { labels: { ...pool.spec.machineLabels, ...generatedLabels(parts), ...identity } },
        spec: {
          metadata: { labels: { ...pool.spec.labels } },
          providerSpec: { value: providerSpecOf(parts) },
          ...(taints.length > 0 ? { taints } : {}),
        },
      },
    },
  }
}

/** Labels of machines that Hive decides on; those of the user do not override them. */
const generatedLabels = ({ pool }: Pick<MachineSetParts, 'pool'>): Record<string, string> => ({
  [MACHINE_LABELS.role]: pool.spec.name,
  [MACHINE_LABELS.type]: pool.spec.name,
})

/** Whether a label of machines is Hive's own. */
export const isGeneratedLabel = (key: string): boolean =>
  [MACHINE_LABELS.role, MACHINE_LABELS.type, MACHINE_LABELS.cluster, MACHINE_LABELS.machineSet].some(
    (own) => own === key,
  )

/** Of taints with the same key and effect the first one counts. */
export const uniqueTaints = (taints: Taints): Taints =>
  [...new Map([...taints].reverse().map((taint) => [taintKey(taint), taint])).values()].reverse()

/** What tells taints apart. */
export const taintKey = ({ key = '', effect = '' }: { key?: string; effect?: string }): string => `${key}:${effect}`

/** What the provider is asked for. The simulated ones look at type and zone alone. */
function providerSpecOf({ deployment, pool, zone }: MachineSetParts): JsonObject {
  const name = platformOf(deployment.spec.platform) ?? 'none'
  const region = regionOf(deployment.spec.platform)
  // The platform of a pool is JSON; that it is an interface hides it from the compiler.
  const { zones: _zones, ...machine } = asJson(Object.values(pool.spec.platform)[0] ?? {})
  const placement: Record<string, Json> = {
    ...(region === undefined ? {} : { region }),
    ...(zone.zone === undefined ? {} : { availabilityZone: zone.zone }),
  }
  return { kind: PROVIDER_KINDS[name] ?? 'MachineProviderConfig', ...machine, placement }
}

const PROVIDER_KINDS: Readonly<Record<string, string>> = {
  aws: 'AWSMachineProviderConfig',
  azure: 'AzureMachineProviderSpec',
  gcp: 'GCPMachineProviderSpec',
  ibmcloud: 'IBMCloudMachineProviderSpec',
  nutanix: 'NutanixMachineProviderConfig',
  openstack: 'OpenstackProviderSpec',
  vsphere: 'VSphereMachineProviderSpec',
}
