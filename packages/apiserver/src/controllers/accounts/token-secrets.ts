import type { Secret, ServiceAccount } from '@skep/api'
import { hasReason } from '@skep/base'
import type { TokenKey } from '../../auth/authn/jwt.ts'
import { issueLegacyToken } from '../../auth/authn/legacy-tokens.ts'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerDefinition, isResource, type ObjectKey, ownKey } from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'

const SECRETS = { group: '', resource: 'secrets' }
const SERVICE_ACCOUNTS = { group: '', resource: 'serviceaccounts' }
const TYPE = 'kubernetes.io/service-account-token'
const ACCOUNT_NAME = 'kubernetes.io/service-account.name'
const ACCOUNT_UID = 'kubernetes.io/service-account.uid'

/** Fills secrets that ask for an account's token, and removes them with the account. */
export function tokenSecretController(key: TokenKey, caPem: string): ControllerDefinition {
  return {
    name: 'serviceaccount-token',
    watches: [SECRETS, SERVICE_ACCOUNTS],
    keysOf: (event) => keysOf(event),
    reconcile: async ({ namespace, name }, cluster) => {
      if (name.startsWith(ACCOUNT_PREFIX)) return removeTokensOf(cluster, namespace, name.slice(ACCOUNT_PREFIX.length))
      await fillSecret(cluster, namespace, name, key, caPem)
      return undefined
    },
  }
}

/** Marks the key of an account that is gone; no object's name has a space. */
const ACCOUNT_PREFIX = 'account '

function keysOf(event: ObjectEvent): ObjectKey[] {
  if (isResource(event, SECRETS)) {
    return event.type === 'put' && (event.object as Secret).type === TYPE ? [ownKey(event)] : []
  }
  const { clusterId, namespace, name } = event
  return event.type === 'delete' ? [{ clusterId, namespace, name: `${ACCOUNT_PREFIX}${name}` }] : []
}

async function removeTokensOf(cluster: ClusterView, namespace: string, account: string): Promise<undefined> {
  const secrets = cluster.objects.list(SECRETS, { namespace, fieldSelector: `type=${TYPE}` }) as Secret[]
  for (const { metadata } of secrets) {
    if (metadata.annotations?.[ACCOUNT_NAME] === account) await remove(cluster, namespace, metadata.name ?? '')
  }
}

async function remove(cluster: ClusterView, namespace: string, name: string): Promise<void> {
  try {
    await cluster.objects.delete(SECRETS, namespace, name)
  } catch (error) {
    if (!hasReason(error, 'NotFound')) throw error
  }
}

async function fillSecret(
  cluster: ClusterView,
  namespace: string,
  name: string,
  key: TokenKey,
  caPem: string,
): Promise<void> {
  const secret = cluster.objects.get(SECRETS, namespace, name) as Secret | undefined
  const accountName = secret?.metadata.annotations?.[ACCOUNT_NAME]
  if (!secret || secret.metadata.deletionTimestamp !== undefined || !accountName) return
  const account = cluster.objects.get(SERVICE_ACCOUNTS, namespace, accountName) as ServiceAccount | undefined
  const uid = secret.metadata.annotations?.[ACCOUNT_UID]
  // A token of an account that is gone, or was replaced by another of the same name, is good for nothing.
  if (!account || (uid && uid !== account.metadata.uid)) return remove(cluster, namespace, name)
  const { token, namespace: storedNamespace, 'ca.crt': storedCa } = secret.data ?? {}
  if (token && storedNamespace && storedCa && uid) return
  await cluster.objects.modify(SECRETS, namespace, name, (stored) => {
    const current = stored as Secret
    const annotations = { ...current.metadata.annotations, [ACCOUNT_UID]: account.metadata.uid ?? '' }
    const data = {
      'ca.crt': encode(caPem),
      namespace: encode(namespace),
      token: encode(issueLegacyToken(key, account, name)),
    }
    return { ...current, metadata: { ...current.metadata, annotations }, data: { ...data, ...current.data } } as Secret
  })
}

const encode = (text: string): string => Buffer.from(text).toString('base64')
