import type { Secret } from '@skep/api'
import { type Clock, formatTime } from '@skep/base'
import { ANNOTATIONS } from '../keys.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** How long certificates are good for. */
export const CERTIFICATE_LIFE_MS = 365 * DAY_MS
/** After which time there are new ones: a month before the end. */
export const RENEWED_AFTER_MS = CERTIFICATE_LIFE_MS - 30 * DAY_MS

/** Who checks certificates lives in real time, also where everything else is simulated. */
const outside = (clock: Clock): Clock => clock.outside ?? clock

/** Says of a new certificate when there is to be another one. */
export const renewalAnnotation = (clock: Clock): Record<string, string> => ({
  [ANNOTATIONS.renewAt]: formatTime(outside(clock).now() + RENEWED_AFTER_MS),
})

/** Milliseconds until a certificate is to be renewed. Nothing is left to one of which nobody knows how old it is. */
export function renewalDueMs({ metadata }: Pick<Secret, 'metadata'>, clock: Clock): number {
  const renewAt = Date.parse(metadata.annotations?.[ANNOTATIONS.renewAt] ?? '')
  return Number.isNaN(renewAt) ? 0 : Math.max(renewAt - outside(clock).now(), 0)
}
