import type { Client, InProcessServer } from '@skep/client'

/** What a tenant's cluster is to look like. */
export interface TenantClusterShape {
  /** Worker nodes, besides three masters. */
  readonly workers: number
  /** OpenShift version that its `ClusterVersion` reports, such as `4.17.0`; none is reported unless given. */
  readonly version?: string
}

/** A cluster that was installed for somebody: a Kubernetes API of its own with nodes that are ready. */
export interface TenantCluster {
  readonly id: string
  /** Where clients find its API. */
  readonly url: string
  /** A client for the same process, as administrator. */
  readonly client: Client
  /** A kubeconfig for an administrator, with all certificates in it. Every call issues a certificate of its own. */
  kubeconfig(): Promise<string>
}

/** The part of an embedded API server that tenants' clusters are made of; `startApiServer()` gives one. */
export interface TenantServer extends InProcessServer {
  /** Such as `https://127.0.0.1:6443`. */
  readonly url: string
  readonly clusters: {
    /** Undefined when there is none of that id. */
    get(id: string): object | undefined
    /** With the objects of a snapshot or of a template, if one is given. Rejects with AlreadyExists. */
    create(id: string, snapshot?: object, settings?: { readonly template: string }): Promise<object>
    /** What a cluster holds now, to make others like it. */
    snapshot(id: string): object
    hasTemplate(name: string): boolean
    /** Keeps a snapshot, for clusters that name it in their settings to begin with. */
    saveTemplate(name: string, snapshot: object): Promise<void>
    /** False when there was none. */
    delete(id: string): Promise<boolean>
  }
  /** A kubeconfig for an administrator of a logical cluster. */
  kubeconfig(clusterId: string): Promise<string>
}

/** The clusters that simulated installers make. Each is a logical cluster of the embedded API server. */
export interface TenantClusters {
  /** Makes a cluster, or finds the one that is there; then only missing nodes are added. */
  ensure(id: string, shape: TenantClusterShape, signal?: AbortSignal): Promise<TenantCluster>
  /** Undefined when there is none. */
  get(id: string): TenantCluster | undefined
  /** Removes a cluster and everything in it; false when there was none. */
  remove(id: string): Promise<boolean>
}
