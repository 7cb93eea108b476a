import type { Cluster, ClusterState, ClusterStatus } from '../model/cluster/cluster.ts'

/** Whether the machines of a cluster should run. */
export type PowerState = 'Running' | 'Hibernating'

/** How wishes of users are told from changes that others make on the shard. */
export interface PowerBookkeeping {
  /** The shard once had what users wish: what differs from it later was changed there. */
  readonly agreed?: boolean
  /** The generation of the ClusterDeployment that the driver last changed: older copies of it say nothing. */
  readonly generation?: number
  /** Which one that was: one that somebody restored counts its generations anew. */
  readonly uid?: string
}

/** That somebody asked for the end of a cluster, and how. */
export interface ClusterDeletion {
  readonly requestedAt: string
  /** False leaves the cloud resources alone and only forgets the cluster. */
  readonly deprovision: boolean
  /** Go on when a step fails for good. */
  readonly bestEffort: boolean
}

/** A taint of the nodes that a cluster starts with; clusters have no attribute for them. */
export interface WorkerTaint {
  readonly key?: string
  readonly value?: string
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute'
}

/** What the service itself keeps about a cluster; none of it is shown as it stands. */
export interface ClusterBookkeeping {
  readonly organizationId: string
  /** The shard that holds the cluster; chosen once, never changed. */
  readonly shardId?: string
  /** The namespace on the shard. */
  readonly namespace?: string
  readonly desiredPowerState: PowerState
  /** What is known of the power state on the shard; nothing of what was there before users last asked for another. */
  readonly power?: PowerBookkeeping
  readonly deletion?: ClusterDeletion
  readonly workerTaints?: readonly WorkerTaint[] | undefined
  /** The cluster was registered, not ordered: there is nothing to drive. */
  readonly registered?: boolean
}

/** A stored cluster: what users and driver wrote of it, and what the service keeps for itself. */
export interface ClusterRecord extends ClusterBookkeeping {
  readonly id: string
  /** Grows with every write. */
  readonly version: number
  /** Attributes as in the API, without hrefs and without secrets. Not to be changed in place. */
  readonly cluster: Readonly<Cluster>
}

/** A cluster that is gone. */
export interface DeletedClusterRecord extends ClusterRecord {
  readonly deletedAt: string
}

/**
 * What the driver may write about a cluster. Absent members stay as they are, `null` removes them. What users
 * wrote is not among them, so that an observation never undoes a change that arrived meanwhile.
 */
export interface ClusterObservation {
  readonly state?: ClusterState
  /** Merged into the stored status by attribute. */
  readonly status?: { readonly [K in Exclude<keyof ClusterStatus, 'state'>]?: ClusterStatus[K] | null }
  readonly externalId?: string | null
  readonly infraId?: string | null
  readonly openshiftVersion?: string | null
  readonly apiUrl?: string | null
  readonly consoleUrl?: string | null
  readonly baseDomain?: string | null
  /** Chosen for an order that named none when no shard had told of any yet. */
  readonly version?: Cluster['version']
  /** Where the control plane of a hosted cluster runs. */
  readonly managementCluster?: string
  readonly hcpNamespace?: string
  /** The version that an upgrade has brought. */
  readonly upgradedTo?: Cluster['version']
  readonly healthState?: 'healthy' | 'unhealthy' | 'unknown'
  /** What was learned of the power state, with the one to keep from now on where somebody chose it on the shard. */
  readonly power?: PowerBookkeeping & { readonly desired?: PowerState }
}

/** The write-only attributes of a cluster, in the shape in which they were sent. */
export interface ClusterSecrets {
  readonly aws?: { readonly access_key_id?: string; readonly secret_access_key?: string }
  readonly gcp?: { readonly private_key?: string; readonly private_key_id?: string }
  readonly htpasswd?: { readonly username?: string; readonly password?: string }
}
