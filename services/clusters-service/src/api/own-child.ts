import { type JsonObject, jsonEqual } from '@skep/schema'
import type { ServiceRequest } from '@skep/service'
import { badRequest, conflict } from '../model/problem.ts'
import type { ChildRecord } from '../records/child-record.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import { requireAlive } from './caller.ts'
import type { ChildResource } from './child-resource.ts'
import type { ApiParts } from './parts.ts'

/** The child that is part of the cluster, if the path names it. */
export const ownOf = (
  resource: ChildResource,
  { params }: ServiceRequest,
  record: ClusterRecord,
): ChildRecord | undefined => (resource.own?.id === params['id'] ? ownRecord(resource, record) : undefined)

function ownRecord({ own, collection }: ChildResource, record: ClusterRecord): ChildRecord | undefined {
  if (!own?.isIn(record)) return undefined
  const { id: clusterId, version } = record
  return { clusterId, collection, id: own.id, version, document: own.read(record), deleting: false }
}

/** Refuses a new child of the id of the one that is part of the cluster. */
export function refuseSecondOwn({ own, type }: ChildResource, id: string, record: ClusterRecord): void {
  if (own?.id === id && own.isIn(record)) throw conflict(`${type.noun} '${id}' already exists`)
}

/** Keeps the child that is part of the cluster. */
export function refuseOwnRemoval(resource: ChildResource, request: ServiceRequest, record: ClusterRecord): void {
  const own = ownOf(resource, request, record)
  if (!own) return
  throw badRequest(`${resource.type.noun} '${own.id}' is the one that the cluster starts with and can't be deleted`)
}

/** Changes the cluster so that the child that is part of it becomes what the document says. */
export async function changeOwn(
  { clusters }: ApiParts,
  resource: ChildResource,
  seen: ClusterRecord,
  document: JsonObject,
): Promise<ChildRecord> {
  const own = resource.own!
  const changed = await clusters.change(seen.id, (record) => {
    requireAlive(record)
    if (!jsonEqual(own.read(record), own.read(seen))) {
      throw conflict(`${resource.type.noun} '${own.id}' was changed meanwhile, try again`)
    }
    return own.write(record, document)
  })
  return ownRecord(resource, changed)!
}

/** Lists are searched in the database, so the one that is part of the cluster is put there as it is now. */
export async function keepOwnForLists(
  { children }: ApiParts,
  resource: ChildResource,
  record: ClusterRecord,
): Promise<void> {
  const own = ownRecord(resource, record)
  if (!own) return
  const stored = await children.get(own)
  if (stored && jsonEqual({ ...stored.document }, { ...own.document })) return
  await children.put(own.clusterId, own.collection, own.id, { ...own.document })
}
