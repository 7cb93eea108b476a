import { ClusterProvision } from '@skep/api'
import type { DeploymentScope } from './scope.ts'

/** Deletes the current provision. Returns whether it is gone. */
export async function removeProvision({ parts, deployment, status }: DeploymentScope): Promise<boolean> {
  const name = status.provisionRef?.name
  if (!name) return true
  const provision = await parts.client.get(ClusterProvision, { namespace: deployment.metadata.namespace, name })
  if (!provision) return true
  if (provision.metadata.deletionTimestamp === undefined)
    await parts.client.delete(ClusterProvision, provision.metadata)
  return false
}
