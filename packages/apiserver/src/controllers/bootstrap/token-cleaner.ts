import type { Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from '../controller.ts'
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
      const { uid } = secret.metadata
      try {
        await cluster.objects.delete(SECRETS, namespace, name, { preconditions: { ...(uid && { uid }) } })
      } catch (error) {
        if (!hasReason(error, 'NotFound') && !hasReason(error, 'Conflict')) throw error
      }
      return undefined
    },
  }
}
