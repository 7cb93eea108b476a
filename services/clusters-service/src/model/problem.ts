import { ServiceError } from '@skep/service'

/** 400: what was sent cannot be accepted; the reason names the attribute or the rule. */
export const badRequest = (reason: string): ServiceError => new ServiceError(400, reason)
/** 403: understood, and refused. */
export const forbidden = (reason: string): ServiceError => new ServiceError(403, reason)
/** 404: there is no such object. */
export const notFound = (noun: string, id: string): ServiceError => new ServiceError(404, `${noun} '${id}' not found`)
/** 409: it contradicts what is there already. */
export const conflict = (reason: string): ServiceError => new ServiceError(409, reason)
