/** Proves a client to a server. */
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
/** Proves a server to a client. */
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
/** Stands for every usage. */
export const ANY_USAGE = '2.5.29.37.0'

/** What a certificate may be used for. */
export interface Usages {
  /** Bits of the key usage extension. */
  readonly keyUsageBits: readonly number[]
  /** Object identifiers of the extended key usage extension. */
  readonly extended: readonly string[]
}
