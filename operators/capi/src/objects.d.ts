import type {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
} from '@skep/api'
import { type Client, type ClientKind, type Stored } from '@skep/client'
import type { JsonObject, KubeObject, OwnerReference } from '@skep/schema'
export type Cluster = Stored<ClusterApiCluster>
export type Machine = Stored<ClusterApiMachine>
export type MachineSet = Stored<ClusterApiMachineSet>
export type Deployment = Stored<MachineDeployment>
export type HealthCheck = Stored<MachineHealthCheck>
/** An object whose status is there and may be changed. */
export type Working<
  T extends KubeObject & {
    status?: unknown
  },
> = Stored<T> & {
  status: NonNullable<T['status']>
}
/** A copy of which the status and the version may be changed; everything else is shared with the frozen original. */
export declare function workingCopy<
  T extends KubeObject & {
    status?: unknown
  },
>(object: Stored<T>): Working<T>
/** Changes an object by a merge patch, if it is still the one that was read. Gives it as it is then. */
export declare function patchObject<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  { metadata }: Stored<T>,
  body: JsonObject,
  fieldManager?: string,
): Promise<Stored<T>>
/**
 * Writes what changed in a status. Conditions are one list with several writers, so a version that is no longer the
 * newest is a conflict, and the work is repeated. An object that has gone needs no status.
 */
export declare function writeStatus<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  before: Stored<T>,
  after: Stored<T>,
): Promise<void>
/** For what may have gone meanwhile. */
export declare function ignoreMissing(error: unknown): undefined
/** Whether somebody asked for the object to go. */
export declare const isDeleting: ({ metadata }: KubeObject) => boolean
/** The reference to what controls an object. */
export declare const controllerOf: ({ metadata }: KubeObject) => OwnerReference | undefined
/** Owners with one more, in place of a former reference to the same object. */
export declare const withOwner: (
  owners: readonly OwnerReference[] | undefined,
  owner: OwnerReference,
) => OwnerReference[]
/** Whether an object has just this owner among its own. */
export declare const hasOwner: ({ metadata }: KubeObject, owner: OwnerReference) => boolean
/** How many machines are wanted where nobody said so. */
export declare const replicasOf: ({
  spec,
}: {
  readonly spec: {
    readonly replicas?: number | undefined
  }
}) => number
/** Since when an object has been there, in milliseconds. */
export declare const createdAt: ({ metadata }: KubeObject) => number
//# sourceMappingURL=objects.d.ts.map
