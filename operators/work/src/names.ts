import { createHash } from 'node:crypto'
import { AppliedManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import { apiVersionOf, type OwnerReference } from '@skep/schema'

/** Keeps a work until its objects are gone. */
export const WORK_FINALIZER = 'cluster.open-cluster-management.io/manifest-work-cleanup'

/** Keeps what is known of a work on its cluster until its objects are gone. */
export const APPLIED_WORK_FINALIZER = 'cluster.open-cluster-management.io/applied-manifest-work-cleanup'

/** Tells hubs apart: by the address of their API, or by the host of their broker. */
export const hubHashOf = (hub: string): string => createHash('sha256').update(hub).digest('hex')

/** The name of the AppliedManifestWork of a work. */
export const appliedWorkName = (hubHash: string, workName: string): string => `${hubHash}-${workName}`

/** The work of this hub that an AppliedManifestWork stands for; undefined when it is of another hub. */
export const workNameOf = (hubHash: string, appliedName: string): string | undefined =>
  appliedName.startsWith(`${hubHash}-`) ? appliedName.slice(hubHash.length + 1) : undefined

/** The reference by which objects belong to a work. Several works may own one object, so none of them controls it. */
export const workOwner = ({ metadata: { name, uid } }: Stored<AppliedManifestWork>): OwnerReference => ({
  apiVersion: apiVersionOf(AppliedManifestWork),
  kind: AppliedManifestWork.kind,
  name,
  uid,
})

/** Who owns the fields that the agent writes. */
export const AGENT_FIELD_MANAGER = 'work-agent'
