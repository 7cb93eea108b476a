import type { Agent } from 'node:http'
import type { JsonObject } from '@skep/schema'

/** What a connection needs to be trusted by both sides. */
export interface TlsOptions {
  readonly ca?: string | Buffer
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
  /** Name to ask for and to verify, when it is not the one in the URL. */
  readonly serverName?: string
  /** Accept any certificate. */
  readonly insecure?: boolean
}

/** How to identify to a server, as of now. */
export interface Credentials {
  readonly tls: TlsOptions
  /** Such as `authorization`; by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

/** A Kubernetes API on the network and how to identify to it. `loadKubeconfig` gives one. */
export interface Endpoint {
  /** With a path when the API root is below one, such as `/clusters/ID`. */
  readonly server: string
  /** Namespace of the kubeconfig's context. */
  readonly namespace?: string
  /** What programs noted about the cluster, by their names; only from a kubeconfig that holds all it needs. */
  readonly extensions?: Readonly<Record<string, JsonObject>>
  /** Credentials for the next request. Equal ones are the same object, so that connections can be kept. */
  credentials(): Promise<Credentials>
  /** Fetches new ones, after the server refused the present ones. Absent when there are no others. */
  refresh?(): Promise<void>
  /** For an API behind a proxy: an agent of node that knows the way. HTTP/1.1 is spoken then. */
  proxyAgent?(): Promise<Agent>
}
