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
import { type ClusterScope, createOnce } from './scope.ts'

/**
 * Makes what a cluster needs before Hive can build it. The claim comes last: once it is there, so is all the rest, and
 * only the claim has to be followed.
 */
export async function layFoundation(scope: ClusterScope): Promise<void> {
  const { order, session, signal, parts } = scope
  const { hive } = session.clients
  await createOnce(hive, Namespace, clusterNamespace(order), signal)
  await Promise.all([
    createOnce(hive, Secret, pullSecret(order, parts.pullSecret), signal),
    makeInstallConfig(scope),
    makeOwnCredentials(scope),
  ])
  await claim(scope)
}

async function claim({ order, session, signal }: ClusterScope): Promise<void> {
  const { accounts, hive } = session.clients
  // An operator elsewhere needs the namespace there too.
  if (accounts !== hive) await createOnce(accounts, Namespace, clusterNamespace(order), signal)
  if (providerOf(order) === 'gcp') await createOnce(accounts, ProjectClaim, projectClaim(order), signal)
  else await createOnce(accounts, AccountClaim, accountClaim(order), signal)
}

/** The install-config carries the public part of the key, so the key comes first and is never made twice. */
async function makeInstallConfig(scope: ClusterScope): Promise<void> {
  const { order, session, signal } = scope
  const publicKey = await makeSshKey(scope)
  await createOnce(session.clients.hive, Secret, installConfigSecret(order, publicKey), signal)
}

async function makeSshKey({ order, session, signal, parts }: ClusterScope): Promise<string> {
  const { hive } = session.clients
  const key = await parts.generateSshKey()
  if (await createOnce(hive, Secret, sshSecret(order, key), signal)) return key.publicKey
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
  if (secret) await createOnce(session.clients.accounts, Secret, secret, signal)
}
