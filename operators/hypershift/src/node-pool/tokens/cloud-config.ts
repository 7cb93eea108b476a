import type { HostedCluster } from '@skep/api'
import { goJson } from '@skep/schema'
import { hash8 } from '../hash.ts'
import type { PoolReads } from '../reads.ts'

/** ConfigMap of the control plane that nodes on Azure find their cloud by. */
export const AZURE_CLOUD_CONFIG = 'azure-cloud-config'

/** Hash of what nodes are told of their cloud; empty where they are told nothing. */
export function cloudConfigHash(
  { configMaps }: Pick<PoolReads, 'configMaps'>,
  { spec }: HostedCluster,
  controlPlane: string,
): string {
  if (spec.platform.type !== 'Azure') return ''
  const data = configMaps.get({ namespace: controlPlane, name: AZURE_CLOUD_CONFIG })?.data
  return data === undefined ? '' : hash8(goJson(data))
}
