import { AccountClaim, Namespace, ProjectClaim, Secret } from '@skep/api'
import { accountClaim, projectClaim, usesOwnAccount } from '../manifests/claims.ts'
import { clusterNamespace } from '../manifests/cluster-deployment.ts'
import { sshSecretName } from '../manifests/names.ts'
import { nameOf, namespaceOf, providerOf } from '../manifests/order.ts'
import {
  installConfigSecret,
  ownCredentialsSecret,
  pullSecret,
  SSH_PUBLIC_KEY,
  sshSecret,
} from '../manifests/secrets.ts'
import type { ClusterScope } from './scope.ts'

/**
 * Makes what a cluster needs before Hive can build it. The claim comes last: once it is there, so is all the rest, and
 * only the claim has to be followed.
 */
export async function layFoundation(scope: ClusterScope): Promise<void> {
  const { order, session, signal, parts } = scope
  const { hive } = session.clients
  await hive.createIfMissing(Namespace, clusterNamespace(order), { signal })
  await Promise.all([
    hive.createIfMissing(Secret, pullSecret(order, parts.pullSecret), { signal }),
    makeInstallConfig(scope),
    makeOwnCredentials(scope),
  ])
  await claim(scope)
}

async function claim({ order, session, signal }: ClusterScope): Promise<void> {
  const { accounts, hive } = session.clients
  // An operator elsewhere needs the namespace there too.
  if (accounts !== hive) await accounts.createIfMissing(Namespace, clusterNamespace(order), { signal })
  if (providerOf(order) === 'gcp') await accounts.createIfMissing(ProjectClaim, projectClaim(order), { signal })
  else await accounts.createIfMissing(AccountClaim, accountClaim(order), { signal })
}

/** The install-config carries the public part of the key, so the key comes first and is never made twice. */
async function makeInstallConfig(scope: ClusterScope): Promise<void> {
  const { order, session, signal } = scope
  const publicKey = await makeSshKey(scope)
  await session.clients.hive.createIfMissing(Secret, installConfigSecret(order, publicKey), { signal })
}

async function makeSshKey({ order, session, signal, parts }: ClusterScope): Promise<string> {
  const { hive } = session.clients
  const key = await parts.generateSshKey()
  if (await hive.createIfMissing(Secret, sshSecret(order, key), { signal })) return key.publicKey
  const stored = await hive.get(
    Secret,
    { namespace: namespaceOf(order), name: sshSecretName(nameOf(order)) },
    { signal },
  )
  return Buffer.from(stored?.data?.[SSH_PUBLIC_KEY] ?? '', 'base64').toString('utf8')
}

async function makeOwnCredentials({ order, session, signal, parts }: ClusterScope): Promise<void> {
  if (!usesOwnAccount(order)) return
  const secret = ownCredentialsSecret(order, await parts.clusters.secrets(order.record.id))
  if (secret) await session.clients.accounts.createIfMissing(Secret, secret, { signal })
}
