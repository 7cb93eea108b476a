import type { HostedCluster } from '@skep/api'
import { agentPlatform } from './agent.ts'
import { awsPlatform } from './aws.ts'
import { azurePlatform } from './azure.ts'
import { kubevirtPlatform } from './kubevirt.ts'
import { nonePlatform } from './none.ts'
import type { Platform } from './platform.ts'

const PLATFORMS: Readonly<Record<string, Platform>> = {
  AWS: awsPlatform,
  Azure: azurePlatform,
  Agent: agentPlatform,
  KubeVirt: kubevirtPlatform,
}

/** The platform of a hosted cluster. */
export const platformOf = ({ spec }: HostedCluster): Platform => PLATFORMS[spec.platform.type] ?? nonePlatform
