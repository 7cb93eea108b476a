import type { DnsZone, HivePlatform, Secret } from '@skep/api'
import { createRandom } from '@skep/base'
import type { Stored } from '@skep/client'
import { Sightings } from '@skep/controller'
import { DEPROVISIONING_STATE } from '../../simulator/behaviour-kinds.ts'
import { credentialKeysOf, credentialsOf } from '../platforms.ts'
import { tenantIdOf } from '../remote-clusters.ts'
import type { CloudZone, Infrastructure, Uninstaller } from './infrastructure.ts'
import { createSimulatedInstaller, type SimulationParts } from './simulated-installer.ts'
import { createSimulatedMachines, type MachineDelays } from './simulated-machines.ts'

/** How long the parts of a simulated cloud take, besides installing. */
export interface CloudDelays extends MachineDelays {
  readonly uninstallMs: number
  readonly zoneMs: number
}

/** A cloud that does everything at once. */
export const DEFAULT_CLOUD_DELAYS: CloudDelays = { stopMs: 0, startMs: 0, uninstallMs: 1_000, zoneMs: 0 }

/** A cloud in which clusters are logical clusters of the embedded API server. */
export function createSimulatedInfrastructure(
  parts: SimulationParts,
  delays: Partial<CloudDelays> = {},
): Infrastructure {
  const settled = { ...DEFAULT_CLOUD_DELAYS, ...delays }
  const sightings = new Sightings(parts.clock)
  return {
    installer: createSimulatedInstaller(parts),
    uninstaller: createSimulatedUninstaller(parts, settled),
    machines: createSimulatedMachines(parts, settled),
    zones: {
      ensure: async (zone) => zoneOf(zone, parts.clock.now() >= sightings.createdAt(zone) + settled.zoneMs),
      // A simulated zone is nowhere but in its DNSZone.
      remove: async () => {},
    },
    checkCredentials: async (platform, secret) => problemOf(platform, secret),
  }
}

function createSimulatedUninstaller(
  { behaviours, tenants, clock }: SimulationParts,
  { uninstallMs }: CloudDelays,
): Uninstaller {
  return {
    observe: async (_deprovision, deployment, startedAt) => {
      const left = startedAt + uninstallMs - clock.now()
      if (left > 0) return { state: 'running', again: left }
      const failure = behaviours.failureOf('ClusterDeployment', deployment.metadata, DEPROVISIONING_STATE)
      if (failure) return { state: 'failed', blocked: failure.message.split('\n') }
      await tenants.remove(tenantIdOf(deployment) ?? '')
      return { state: 'complete' }
    },
  }
}

function zoneOf({ metadata, spec }: Stored<DnsZone>, available: boolean): CloudZone {
  const random = createRandom(metadata.uid)
  const id = Array.from({ length: 13 }, () => random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'])).join('')
  return {
    zoneID: `Z${id}`,
    nameServers: [1, 2, 3, 4].map((number) => `ns-${number}.${spec.zone}`),
    available,
  }
}

/** Any credentials that are complete work. */
function problemOf(platform: HivePlatform, secret: Stored<Secret> | undefined): string | undefined {
  const name = credentialsOf(platform)
  if (name === undefined) return undefined
  if (!secret) return `credentials secret ${name} not found`
  const missing = credentialKeysOf(platform).filter((key) => !secret.data?.[key])
  return missing.length === 0 ? undefined : `credentials secret ${name} lacks ${missing.join(', ')}`
}
