import type { Authorize } from './attributes.ts'

/** Allows what one of several authorizers allows, asked in order; a refusal carries the reasons of all. */
export const anyOf =
  (...authorizers: readonly Authorize[]): Authorize =>
  (user, attributes) => {
    const reasons: string[] = []
    for (const authorize of authorizers) {
      const decision = authorize(user, attributes)
      if (decision.allowed) return decision
      if (decision.reason !== '') reasons.push(decision.reason)
    }
    return { allowed: false, reason: reasons.join('\n') }
  }
