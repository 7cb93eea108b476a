import type { ServiceAccount } from '@skep/api'
import { hasReason } from '@skep/base'
import { type ControllerDefinition, isResource } from '../controller.ts'
import { isTerminating, NAMESPACES } from './namespaces.ts'

const SERVICE_ACCOUNTS = { group: '', resource: 'serviceaccounts' }
const NAME = 'default'

/** The account of pods that name none. */
export const defaultAccount = (namespace: string): ServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: NAME, namespace },
})

/** Every namespace has an account for pods that name none; one that is deleted comes back. */
export function defaultAccountController(): ControllerDefinition {
  return {
    name: 'service-account',
    watches: [NAMESPACES, SERVICE_ACCOUNTS],
    keysOf: ({ type, clusterId, namespace, name, ...at }) => {
      if (isResource(at, NAMESPACES)) return type === 'put' ? [{ clusterId, namespace: '', name }] : []
      return type === 'delete' && name === NAME ? [{ clusterId, namespace: '', name: namespace }] : []
    },
    reconcile: async ({ name: namespace }, cluster) => {
      if (isTerminating(cluster, namespace) || cluster.objects.get(SERVICE_ACCOUNTS, namespace, NAME)) return undefined
      try {
        await cluster.objects.create(SERVICE_ACCOUNTS, namespace, defaultAccount(namespace))
      } catch (error) {
        // Somebody else made it, or the namespace began to go.
        if (!hasReason(error, 'AlreadyExists') && !hasReason(error, 'Forbidden')) throw error
      }
      return undefined
    },
  }
}
