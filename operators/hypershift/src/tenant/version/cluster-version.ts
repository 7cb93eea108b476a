import { ClusterVersion } from '@skep/api'
import type { Stored } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { asJson, type JsonObject, jsonEqual } from '@skep/schema'
import { enabledCapabilities } from '../config/capabilities.ts'
import type { ControlPlane } from '../control-planes.ts'
import type { Tenant } from '../tenants.ts'

const NAME = 'version'

/**
 * Keeps what the cluster is asked to be at what the control plane says. A tenant cannot choose another release there:
 * whatever they ask for is taken back. Gives the version as it then is; undefined when it is about to come.
 */
export async function settleClusterVersion(
  { api: { client }, versions }: Tenant,
  controlPlane: ControlPlane,
): Promise<Stored<ClusterVersion> | undefined> {
  const wanted = wantedSpec(controlPlane)
  const found = versions.get({ name: NAME })
  if (!found) return createIfMissing(client, ClusterVersion, { metadata: { name: NAME }, spec: wanted })
  if (jsonEqual(asJson(found.spec), asJson(wanted))) return found
  return client.update(ClusterVersion, { ...found, spec: wanted })
}

function wantedSpec(controlPlane: ControlPlane): ClusterVersion['spec'] & { capabilities: JsonObject } {
  const { clusterID = '', updateService, channel } = controlPlane.spec
  return {
    clusterID,
    ...(updateService ? { upstream: updateService } : {}),
    ...(channel ? { channel } : {}),
    capabilities: {
      baselineCapabilitySet: 'None',
      additionalEnabledCapabilities: enabledCapabilities(controlPlane),
    },
  }
}
