import type { ResourceAttributes } from '../../authorization/access-review.ts'

/** Why a hub refuses a request. */
export interface HubRefusal {
  readonly code: 400 | 403
  readonly reason: 'BadRequest' | 'Forbidden'
  /** Complete, as the Status has it. */
  readonly message: string
}

/** A permission that the one who sent a request must have, and what they are told if they have it not. */
export interface RequiredPermission {
  readonly attributes: ResourceAttributes
  readonly refusal: HubRefusal
}

/** Refuses a request for what it says. */
export const badRequest = (message: string): HubRefusal => ({ code: 400, reason: 'BadRequest', message })

/** Refuses a request for who sent it, or for when; `resource` such as `managedclusters/accept`. */
export const forbidden = (resource: string, group: string, name: string, why: string): HubRefusal => ({
  code: 403,
  reason: 'Forbidden',
  message: `${resource}.${group} "${name}" is forbidden: ${why}`,
})
