import type {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
} from '@skep/api'
import { type Client, type ClientKind, ignoreMissing, type Stored } from '@skep/client'
import type { JsonObject, KubeObject, OwnerReference } from '@skep/schema'
import type { Copies } from './copies.ts'

export type Cluster = Stored<ClusterApiCluster>
export type Machine = Stored<ClusterApiMachine>
export type MachineSet = Stored<ClusterApiMachineSet>
export type Deployment = Stored<MachineDeployment>
export type HealthCheck = Stored<MachineHealthCheck>

/** An object whose status is there and may be changed. */
export type Working<T extends KubeObject & { status?: unknown }> = Stored<T> & { status: NonNullable<T['status']> }

/** A copy of which the status and the version may be changed; everything else is shared with the frozen original. */
export function workingCopy<T extends KubeObject & { status?: unknown }>(object: Stored<T>): Working<T> {
  const status = object.status === undefined ? {} : structuredClone(object.status)
  // An empty status is one of any kind: all its fields may be missing.
  return { ...object, metadata: { ...object.metadata }, status } as Working<T>
}

/** Changes an object by a merge patch, if it is still the one that was read. Gives it as it is then. */
export async function patchObject<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  { metadata }: Stored<T>,
  body: JsonObject,
  fieldManager?: string,
): Promise<Stored<T>> {
  const { uid, resourceVersion } = metadata
  const guarded = { ...body, metadata: { ...(body['metadata'] as JsonObject | undefined), uid, resourceVersion } }
  return client.patch(kind, metadata, { type: 'merge', body: guarded }, fieldManager ? { fieldManager } : {})
}

/** The same for an object of a kind that is written here, and remembers what came of it. */
export async function patchOwn<T extends KubeObject>(
  client: Client,
  copies: Copies<T>,
  object: Stored<T>,
  body: JsonObject,
  fieldManager?: string,
): Promise<Stored<T>> {
  const written = await patchObject(client, copies.kind, object, body, fieldManager)
  copies.keep(written)
  return written
}

/**
 * Writes what changed in a status. Conditions are one list with several writers, so a version that is no longer the
 * newest is a conflict, and the work is repeated. An object that has gone needs no status.
 */
export async function writeStatus<T extends KubeObject>(
  client: Client,
  copies: Copies<T>,
  before: Stored<T>,
  after: Stored<T>,
): Promise<void> {
  const { resourceVersion } = after.metadata
  const base = { ...before, metadata: { ...before.metadata, resourceVersion } }
  await client.patchStatus(copies.kind, base, after, { ifUnchanged: true }).catch(ignoreMissing)
  if (after.metadata.resourceVersion !== resourceVersion) copies.keep(after)
}

/** Whether somebody asked for the object to go. */
export const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

/** The reference to what controls an object. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)

/** Owners with one more, in place of a former reference to the same object. */
export const withOwner = (owners: readonly OwnerReference[] | undefined, owner: OwnerReference): OwnerReference[] => [
  ...(owners ?? []).filter(({ uid }) => uid !== owner.uid),
  owner,
]

/** Whether an object has just this owner among its own. */
export const hasOwner = ({ metadata }: KubeObject, owner: OwnerReference): boolean =>
  (metadata.ownerReferences ?? []).some(
    (each) => each.uid === owner.uid && (each.controller ?? false) === (owner.controller ?? false),
  )

/** How many machines are wanted where nobody said so. */
export const replicasOf = ({ spec }: { readonly spec: { readonly replicas?: number | undefined } }): number =>
  spec.replicas ?? 1

/** Since when an object has been there, in milliseconds. */
export const createdAt = ({ metadata }: KubeObject): number => Date.parse(metadata.creationTimestamp ?? '')
