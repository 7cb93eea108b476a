import type { Secret } from '@skep/api'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from '../controller.ts'
import { deleteIfThere } from '../delete-if-there.ts'
import { SECRETS } from '../resources.ts'
import { isTokenEvent, readToken } from './bootstrap-tokens.ts'

/** Removes bootstrap tokens that have ended. */
export function tokenCleaner({ clock }: ControllerContext): ControllerDefinition {
  return {
    name: 'token-cleaner',
    identity: serviceAccount('token-cleaner'),
    watches: [SECRETS],
    keysOf: (event) => (isTokenEvent(event) && event.type === 'put' ? [ownKey(event)] : []),
    reconcile: async ({ namespace, name }, cluster) => {
      const secret = cluster.objects.get(SECRETS, namespace, name) as Secret | undefined
      const expiresAt = secret && readToken(secret)?.expiresAt
      if (!secret || expiresAt === undefined) return undefined
      const rest = expiresAt - clock.now()
      if (rest > 0) return { requeueAfterMs: rest }
      await deleteIfThere(cluster, SECRETS, secret.metadata)
      return undefined
    },
  }
}
