import type { ClusterDeployment, HiveMachinePool } from '@skep/api'
import { platformOf, regionOf } from '../full/platforms.ts'

/** A place for machines: the end of the name of its MachineSet, and what the provider calls it. */
export interface MachineZone {
  readonly suffix: string
  readonly zone?: string
}

/** Where the platform has no zones there is one place. */
const ONE_PLACE: readonly MachineZone[] = [{ suffix: '0' }]

/** Zones of a region where nobody names any; simulated regions have three. */
const ZONES: Readonly<Record<string, (region: string) => readonly string[]>> = {
  aws: (region) => ['a', 'b', 'c'].map((letter) => `${region}${letter}`),
  gcp: (region) => ['a', 'b', 'c'].map((letter) => `${region}-${letter}`),
  azure: () => ['1', '2', '3'],
  ibmcloud: (region) => ['1', '2', '3'].map((number) => `${region}-${number}`),
}

/** The zones over which the machines of a pool are spread. */
export function zonesOf(
  { spec: cluster }: Pick<ClusterDeployment, 'spec'>,
  { spec: { platform } }: Pick<HiveMachinePool, 'spec'>,
): readonly MachineZone[] {
  const name = platformOf(cluster.platform) ?? ''
  const region = regionOf(cluster.platform) ?? ''
  const { aws, azure, gcp, ibmcloud, vsphere } = platform
  const named = (aws ?? azure ?? gcp ?? ibmcloud ?? vsphere)?.zones ?? []
  const zones = named.length > 0 ? named : (ZONES[name]?.(region) ?? [])
  return zones.length === 0 ? ONE_PLACE : zones.map((zone) => ({ zone, suffix: suffixOf(name, region, zone) }))
}

/** Azure calls its zones by numbers, which say nothing without the region. */
const suffixOf = (platform: string, region: string, zone: string): string =>
  platform === 'azure' ? `${region}${zone}` : zone
