import type { Secret } from '@skep/api'
import type { Draft } from '@skep/client'
import type { ClusterSecrets } from '../../records/cluster-record.ts'
import { installConfig } from './install-config.ts'
import { installConfigSecretName, OWN_CREDENTIALS_SECRET, pullSecretName, sshSecretName } from './names.ts'
import { type ClusterOrder, idLabels, nameOf, namespaceOf, providerOf } from './order.ts'
import type { SshKey } from './ssh-key.ts'

/** The key under which the public part of an SSH key is kept beside the one that Hive reads. */
export const SSH_PUBLIC_KEY = 'ssh-publickey'

/** The Secret with the install-config. */
export const installConfigSecret = (order: ClusterOrder, sshPublicKey: string): Draft<Secret> =>
  secret(order, installConfigSecretName(nameOf(order)), { 'install-config.yaml': installConfig(order, sshPublicKey) })

/** The Secret with the pull secret. */
export const pullSecret = (order: ClusterOrder, dockerConfig: string): Draft<Secret> => ({
  ...secret(order, pullSecretName(nameOf(order)), { '.dockerconfigjson': dockerConfig }),
  type: 'kubernetes.io/dockerconfigjson',
})

/** The Secret with the SSH key. */
export const sshSecret = (order: ClusterOrder, key: SshKey): Draft<Secret> =>
  secret(order, sshSecretName(nameOf(order)), { 'ssh-privatekey': key.privateKey, [SSH_PUBLIC_KEY]: key.publicKey })

/** The Secret with credentials that the customer brought; undefined when there are none. */
export function ownCredentialsSecret(order: ClusterOrder, { aws, gcp }: ClusterSecrets): Draft<Secret> | undefined {
  if (providerOf(order) === 'gcp') {
    if (gcp?.private_key === undefined) return undefined
    const account = { ...order.record.cluster.gcp, ...gcp }
    return secret(order, OWN_CREDENTIALS_SECRET, { 'osServiceAccount.json': JSON.stringify(account) })
  }
  const accessKeyId = aws?.access_key_id ?? order.record.cluster.aws?.access_key_id
  if (accessKeyId === undefined || aws?.secret_access_key === undefined) return undefined
  return secret(order, OWN_CREDENTIALS_SECRET, {
    aws_access_key_id: accessKeyId,
    aws_secret_access_key: aws.secret_access_key,
  })
}

const secret = (order: ClusterOrder, name: string, stringData: Record<string, string>): Draft<Secret> => ({
  metadata: { namespace: namespaceOf(order), name, labels: idLabels(order) },
  stringData,
})
