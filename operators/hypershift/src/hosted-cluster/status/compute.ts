import type { HostedClusterStatus } from '@skep/api'
import { type Scope, state } from '../scope.ts'
import { validReleaseImage } from '../validation/release.ts'
import { stateEndpoints, stateIgnitionEndpoint, stateSecrets } from './access.ts'
import { available } from './available.ts'
import { copyConditions } from './copied.ts'
import { ignitionEndpointAvailable } from './ignition-server.ts'
import { reconciliationActive } from './pause.ts'
import { autoNodeEnabled, statePlatform, unmanagedEtcdAvailable } from './platform.ts'
import { progressing } from './progressing.ts'
import { stateValidity } from './validity.ts'
import { versionStatus } from './version.ts'

/** What the hosted cluster has from its control plane as it is. */
const COPIED_MEMBERS = ['platform', 'autoNode', 'secretEncryption', 'configuration', 'controlPlaneVersion'] as const

/**
 * Works out the whole status from what is there now. False when the spec leaves open how machines get their
 * configuration: then nothing can be done until it changes.
 */
export async function computeStatus(scope: Scope): Promise<boolean> {
  const { status, release } = scope
  stateSecrets(scope)
  status.version = versionStatus(scope)
  copyConditions(scope)
  copyMembers(scope)
  state(scope, autoNodeEnabled(scope))
  statePlatform(scope)
  const unmanagedEtcd = await unmanagedEtcdAvailable(scope)
  if (unmanagedEtcd) state(scope, unmanagedEtcd)
  await stateValidity(scope)
  if (!stateIgnitionEndpoint(scope)) return false
  stateEndpoints(scope)
  state(scope, ignitionEndpointAvailable(scope))
  state(scope, reconciliationActive(scope))
  state(scope, await validReleaseImage(scope))
  if (release) status.payloadArch = release.payloadArch as HostedClusterStatus['payloadArch']
  state(scope, progressing(scope))
  state(scope, available(scope))
  return true
}

function copyMembers({ status, controlPlane }: Scope): void {
  const reported = controlPlane?.status
  for (const member of COPIED_MEMBERS) {
    if (reported?.[member] !== undefined) Object.assign(status, { [member]: reported[member] })
  }
}
