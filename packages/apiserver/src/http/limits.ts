/** What headers of a request may take up together. */
export const MAX_HEADER_BYTES = 64 * 1024

/** How long a connection may stay open without a request. */
export const KEEP_ALIVE_MS = 180_000

/** How long a request may take to arrive, body included, unless the server is told otherwise. */
export const DEFAULT_REQUEST_TIMEOUT_MS = 60_000
