import type { BudgetOptions } from './budget.ts'
import type { HeaderLimits } from './hpack-decoder.ts'

/** How much a client may ask of one connection. */
export interface Http2Limits {
  /** Requests at once, those included that the client gave up and that are still being worked on. */
  readonly streams: number
  readonly headers: HeaderLimits
  /** Of a header block before it is decompressed. */
  readonly headerBlockBytes: number
  /** Frames that continue a header block. */
  readonly continuations: number
  /** What a client may send before it is told that there is room: of one body, and of all. */
  readonly streamWindow: number
  readonly connectionWindow: number
  /** New requests are refused while this much waits for the client to take it. */
  readonly unsentBytes: number
  /** Requests that the client takes back (CVE-2023-44487). */
  readonly resets: BudgetOptions
  /** Frames that cost the server something and bring nobody anything: pings, settings, empty data, priorities. */
  readonly idleFrames: BudgetOptions
  /** How long an answer may wait for the client to take more of it; watches may wait for ever. */
  readonly stallMs: number
  /** How long a connection may stay open without a request. */
  readonly idleMs: number
  /** How long a connection that is over stays open, for the client to read why. */
  readonly lingerMs: number
}

const KILOBYTE = 1_024
const MEGABYTE = KILOBYTE * KILOBYTE

export const DEFAULT_LIMITS: Http2Limits = {
  streams: 1_000,
  headers: { bytes: 64 * KILOBYTE, fields: 512 },
  headerBlockBytes: 256 * KILOBYTE,
  continuations: 32,
  streamWindow: MEGABYTE,
  connectionWindow: 8 * MEGABYTE,
  unsentBytes: 64 * MEGABYTE,
  resets: { burst: 1_000, perSecond: 33 },
  idleFrames: { burst: 2_000, perSecond: 100 },
  stallMs: 180_000,
  idleMs: 180_000,
  lingerMs: 1_000,
}
