import { realClock } from '@skep/base'
import { issueClientCertificate } from '@skep/base/x509'
import type { KubeconfigOptions } from '../auth/kubeconfig.ts'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import type { ServerParts } from './assemble.ts'

/** Where clients find a logical cluster. */
export const clusterUrl = (url: string, clusterId: string): string =>
  clusterId === ROOT_CLUSTER ? url : `${url}/clusters/${clusterId}`

/** Where a server is, and what it is called. */
export interface ServerAddress {
  readonly url: string
  readonly name: string
}

/** What a kubeconfig for an administrator of a logical cluster says. Every call issues a certificate of its own. */
export async function adminKubeconfig(
  { pki, authorities }: Pick<ServerParts, 'pki' | 'authorities'>,
  { url, name }: ServerAddress,
  clusterId: string = ROOT_CLUSTER,
): Promise<KubeconfigOptions> {
  const isRoot = clusterId === ROOT_CLUSTER
  const ca = await authorities.of(clusterId)
  const now = realClock.now()
  return {
    name: isRoot ? name : clusterId,
    server: clusterUrl(url, clusterId),
    caPem: pki.ca.certificatePem,
    credentials: {
      clientCertificate: issueClientCertificate({ ca, user: 'kubernetes-admin', groups: ['system:masters'], now }),
    },
  }
}
