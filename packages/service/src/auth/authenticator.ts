import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../http/route.ts'

/** Finds out who asks. Throws a `ServiceError` with status 401. */
export interface Authenticator {
  authenticate(headers: IncomingHttpHeaders, signal: AbortSignal): Promise<Caller>
}
