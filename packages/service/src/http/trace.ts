import type { Random } from '@skep/base'

/** Where a request belongs (W3C Trace Context). */
export interface Trace {
  /** 32 hex digits. */
  readonly traceId: string
  /** The header for requests made on behalf of this one. */
  readonly traceparent: string
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/
const ZEROS = /^0+$/

/** Continues the caller's trace, or begins one when the header is absent or unusable, with a span of our own. */
export function traceOf(header: string | undefined, random: Random): Trace {
  const [, callerTrace, parent, flags] = TRACEPARENT.exec(header ?? '') ?? []
  const usable = callerTrace !== undefined && !ZEROS.test(callerTrace) && !ZEROS.test(parent!)
  const traceId = usable ? callerTrace : hex(random, 4)
  return { traceId, traceparent: `00-${traceId}-${hex(random, 2)}-${usable ? flags : '01'}` }
}

const hex = (random: Random, words: number): string =>
  Array.from({ length: words }, () => random.uint32().toString(16).padStart(8, '0')).join('')
