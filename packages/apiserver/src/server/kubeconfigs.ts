import { realClock } from '@skep/base'
import { issueClientCertificate, type KeyPair } from '@skep/base/x509'
import type { KubeconfigOptions } from '../auth/kubeconfig.ts'
import type { UserInfo } from '../contracts.ts'
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

/** A certificate with which somebody is known to a logical cluster, and to no other. */
export async function clientCertificate(
  { authorities }: Pick<ServerParts, 'authorities'>,
  clusterId: string,
  { name, groups }: Pick<UserInfo, 'name' | 'groups'>,
): Promise<KeyPair> {
  const ca = await authorities.of(clusterId)
  return issueClientCertificate({ ca, user: name, groups, now: realClock.now() })
}

/** What a kubeconfig for an administrator of a logical cluster says. Every call issues a certificate of its own. */
export async function adminKubeconfig(
  { pki, authorities }: Pick<ServerParts, 'pki' | 'authorities'>,
  { url, name }: ServerAddress,
  clusterId: string = ROOT_CLUSTER,
): Promise<KubeconfigOptions> {
  const isRoot = clusterId === ROOT_CLUSTER
  const administrator = { name: 'kubernetes-admin', groups: ['system:masters'] }
  return {
    name: isRoot ? name : clusterId,
    server: clusterUrl(url, clusterId),
    caPem: pki.ca.certificatePem,
    credentials: { clientCertificate: await clientCertificate({ authorities }, clusterId, administrator) },
  }
}
