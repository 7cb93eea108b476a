import { HostedCluster } from '@skep/api'
import { hasReason } from '@skep/base'
import { createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import { UserError } from '../../failure.ts'

/** Fails, saying what to do about it, where no hosted cluster can be made. */
export async function checkManagementCluster(path: string): Promise<void> {
  const client = createClient({ kubeconfig: await loadKubeconfig({ path }), retry: NO_RETRY })
  try {
    await client.list(HostedCluster, { pageSize: 1 })
  } catch (cause) {
    if (!hasReason(cause, 'NotFound')) throw cause
    const remedy = 'start it with `skep up`, or run `skep controllers --enable hypershift` on it'
    throw new UserError(`${client.target} knows no hosted clusters: ${remedy}`, { cause })
  } finally {
    client.close()
  }
}
