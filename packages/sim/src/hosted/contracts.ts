import type { Client } from '@skep/client'

/** Somebody whom a hosted API knows. */
export interface HostedUser {
  readonly name: string
  readonly groups: readonly string[]
}

/** A certificate with its key, in PEM. */
export interface IssuedCertificate {
  readonly certificatePem: string
  readonly keyPem: string
}

/** Where the addresses of a cluster's pods come from. */
export interface PodNetworkSettings {
  /** Such as `10.132.0.0/14`. */
  readonly cidr: string
  /** Each node has a part of it with a prefix of this length. */
  readonly hostPrefix: number
}

/** What can be said about a hosted API, and changed while it runs. */
export interface HostedApiSettings {
  /** What `/version` answers, such as `v1.32.3`. */
  readonly kubernetesVersion: string
  /** Where addresses of services come from, such as `172.31.0.0/16`; its first address is that of `kubernetes`. */
  readonly serviceNetwork: string
  readonly podNetwork: PodNetworkSettings
  /** Whether anybody outside this process gets an answer. Without, everything is refused with ServiceUnavailable. */
  readonly serving: boolean
  /** Names of health checks that fail, such as `etcd`. */
  readonly failingChecks: readonly string[]
}

/** The Kubernetes API of one hosted control plane: users, certificates, roles and objects of its own. */
export interface HostedApi {
  readonly id: string
  /** Where clients find it. */
  readonly url: string
  /** Who signed the certificate that it is served with, in PEM. */
  readonly caPem: string
  readonly settings: HostedApiSettings
  /** A client for the same process, as administrator. It belongs to the API: nobody else closes it. */
  readonly client: Client
  /** A client for the same process, as somebody; whoever asks for it closes it. */
  clientAs(user: HostedUser): Client
  /** Who signs certificates of its clients, in PEM. */
  clientCaPem(): Promise<string>
  /** A certificate with which somebody is known to this API, and to no other. */
  issue(user: HostedUser): Promise<IssuedCertificate>
  /** Changes what the API says or whether it answers; kept over restarts. */
  change(settings: Partial<HostedApiSettings>): Promise<void>
}

/** What a hosted API begins with. */
export interface HostedApiStart {
  /** OpenShift version of its release, such as `4.19.3`. */
  readonly version: string
  readonly kubernetesVersion: string
  readonly serviceNetwork: string
  /** `10.132.0.0/14`, in parts with a prefix of 23, unless given. */
  readonly podNetwork?: PodNetworkSettings
}

/** That an object of a hosted API was made, changed or deleted. */
export interface HostedWrite {
  readonly id: string
  readonly group: string
  readonly resource: string
  /** Empty for objects of the cluster. */
  readonly namespace: string
  readonly name: string
  /** Of the object, as the write left it. */
  readonly resourceVersion: string
}

/** The APIs of hosted control planes. Each is a logical cluster of an embedded API server, kept where that keeps its objects. */
export interface HostedApis {
  /** Makes an API with what every hosted cluster has in common, or finds the one that is there. */
  ensure(id: string, start: HostedApiStart): Promise<HostedApi>
  /** Undefined when there is none. */
  get(id: string): HostedApi | undefined
  /** Removes an API and everything in it; false when there was none. */
  remove(id: string): Promise<boolean>
  /**
   * A client with the rights of a kubeconfig and no others, without a socket where this process serves that API. Whoever
   * asks for it closes it.
   */
  connect(kubeconfig: string): Promise<Client>
  /** Calls back on every write in any of the APIs, for the price of one watch. Returns how to call that off. */
  onWrite(listener: (write: HostedWrite) => void): () => void
}
