export * from './client.ts'
export * from './create-client.ts'
export * from './discovery.ts'
export {
  ClientClosedError,
  ConnectionError,
  ignoreMissing,
  ignorePresent,
  isObjectMissing,
  retryAfterMs,
} from './errors.ts'
export * from './indexes.ts'
export * from './informer.ts'
export * from './informers.ts'
export * from './install-kinds.ts'
export * from './kind.ts'
export * from './known-objects.ts'
export * from './kubeconfig/load.ts'
export * from './kubeconfig/parse.ts'
export * from './linked-abort.ts'
export * from './list-watch.ts'
export * from './merge-patch.ts'
export type { LabelSelector, Query } from './paths.ts'
export { DEFAULT_RETRY, NO_RETRY, type RetryPolicy } from './retry.ts'
export type { ApiAnswer, ApiRequest, RequestObservation } from './sender.ts'
export type { Credentials, Endpoint, TlsOptions } from './transport/endpoint.ts'
export * from './transport/in-process.ts'
export * from './transport/network.ts'
export type * from './transport/transport.ts'
export * from './wait-for.ts'
export type { WatchEvent } from './watch.ts'
