import { ConfigMap } from '@skep/api'
import type { Client } from '@skep/client'

/** Where accounts, pools and roles live. */
export const ACCOUNT_NAMESPACE = 'aws-account-operator'
export const ACCOUNT_FINALIZER = 'finalizer.aws.managed.openshift.io'
export const PAUSE_ANNOTATION = 'aws.managed.openshift.com/pause-reconciliation'

const CONFIG_MAP = 'aws-account-operator-configmap'
const DEFAULT_ACCOUNT_LIMIT = 100

/** How many accounts there may be, as the operator's ConfigMap says. */
export async function accountLimit(client: Client): Promise<number> {
  const config = await client.get(ConfigMap, { namespace: ACCOUNT_NAMESPACE, name: CONFIG_MAP })
  const limit = Number(config?.data?.['account-limit'])
  return Number.isInteger(limit) && limit > 0 ? limit : DEFAULT_ACCOUNT_LIMIT
}
