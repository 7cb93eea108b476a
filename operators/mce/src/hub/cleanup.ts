import { nameHeld, nameSome } from '@skep/base'
import { type Client, type ClientKind, isObjectMissing, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { ANNOTATIONS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { AddOnMetadata, WorkMetadata } from '../views.ts'

/** How much force there is in a removal: none, or against finalizers of the cluster itself, or against all. */
export type Force = 'none' | 'cluster' | 'all'

/** What is left of a cluster in its namespace. */
export interface Remaining {
  /** Such as `managedclusteraddons`. */
  readonly resource: string
  readonly objects: readonly Stored[]
}

/** By these, add-ons clean up on the hosting cluster, which answers even if their own cluster does not. */
const HOSTING_FINALIZER = /\/hosting-(manifests-cleanup|addon-pre-delete)$/
const MAX_PRIORITY = 100

/**
 * Removes what belongs to a cluster from its namespace: first its add-ons, then its works, of each those first that are
 * to go first. Returns what is still there; undefined when nothing is.
 */
export async function removeResources(
  { client, views }: MceParts,
  namespace: string,
  force: Force,
): Promise<Remaining | undefined> {
  const steps: readonly [ClientKind, readonly Stored[]][] = [
    [AddOnMetadata, views.addOns.list(namespace)],
    [WorkMetadata, views.works.list(namespace)],
  ]
  for (const [kind, objects] of steps) {
    if (objects.length === 0) continue
    const first = Math.min(...objects.map(priorityOf))
    for (const object of objects.filter((other) => priorityOf(other) === first))
      await removeObject(client, kind, object, force)
    return { resource: kind.plural, objects }
  }
  return undefined
}

/** From 0 to 100, lower first; what says anything else goes first of all. */
function priorityOf({ metadata }: KubeObject): number {
  const text = metadata.annotations?.[ANNOTATIONS.cleanupPriority] ?? ''
  return /^\d+$/.test(text) && Number(text) <= MAX_PRIORITY ? Number(text) : 0
}

/** Deletes an object unless it goes already, and takes from it what holds it as far as there is force. */
export async function removeObject(
  client: Client,
  kind: ClientKind,
  { metadata }: Stored,
  force: Force,
): Promise<void> {
  if (metadata.deletionTimestamp === undefined) await client.delete(kind, metadata)
  if (force === 'none') return
  const { finalizers = [] } = (await client.get(kind, metadata))?.metadata ?? {}
  const kept = force === 'all' ? [] : finalizers.filter((finalizer) => HOSTING_FINALIZER.test(finalizer))
  if (kept.length === finalizers.length) return
  const body = { metadata: { uid: metadata.uid, finalizers: kept } }
  await client.patch(kind, metadata, { type: 'merge', body }).catch((error: unknown) => {
    if (!isObjectMissing(error)) throw error
  })
}

/** What is left, for people to read: what is still there, and what holds it. */
export const describeRemaining = ({ resource, objects }: Remaining): string =>
  `${resource} ${nameSome(objects.map(({ metadata }) => nameHeld(metadata.name, metadata.finalizers)))}`
