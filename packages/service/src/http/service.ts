import type { Clock, Logger, Random } from '@skep/base'
import type { Authenticator } from '../auth/authenticator.ts'
import type { ErrorRenderer } from '../errors/service-error.ts'
import type { Route } from './route.ts'

/** A part of a service: routes below a path, with errors of their own form. */
export interface RouteGroup {
  /** Such as `/api/clusters_mgmt/v1`; the route with path `''` answers for the base itself. */
  base: string
  routes: readonly Route[]
  errors: ErrorRenderer
}

/** What a service is made of. */
export interface ServiceOptions {
  /** In logs and metrics. */
  name: string
  /** Loopback unless given. */
  host?: string
  /** Any free one unless given. */
  port?: number
  groups: readonly RouteGroup[]
  /** Errors of paths outside all groups; those of the first group unless given. */
  errors?: ErrorRenderer
  /** Off unless given. */
  auth?: Authenticator
  /** Bytes that a request's body may have; 4 MiB unless given. */
  bodyLimit?: number
  /** How long requests under way may take once the service closes; 5 s unless given. */
  shutdownMs?: number
  clock?: Clock
  random?: Random
  log?: Logger
}

/** A service that listens. */
export interface Service {
  readonly url: string
  readonly port: number
  /** Stops listening, lets requests under way finish, then cuts those that take too long. */
  close(): Promise<void>
}

/** Starts to listen. Rejects naming the port when it is taken. */
export declare function createService(options: ServiceOptions): Promise<Service>
