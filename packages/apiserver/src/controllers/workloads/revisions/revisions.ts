import type { ControllerRevision, PodTemplateSpec } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../../contracts.ts'
import { deleteIfThere } from '../../delete-if-there.ts'
import type { ObjectIndex } from '../../object-index.ts'
import { CONTROLLER_REVISIONS } from '../../resources.ts'
import { candidatesFor } from '../indexes.ts'
import { type Claimant, claimObjects, controllerReference } from '../ownership.ts'
import { isSame } from '../status-writer.ts'
import { shortHash } from '../template-hash.ts'

/** Longest part of the owner's name in that of a revision. */
const MAX_PREFIX = 223
const REPLACE = '$patch'

/** Whose templates are kept, and how. */
export interface Historian {
  readonly cluster: ClusterView
  readonly index: ObjectIndex<ControllerRevision>
  readonly claimant: Claimant
  readonly template: PodTemplateSpec
  /** Label in which a revision carries its hash. */
  readonly hashLabel: string
  /** How often the name of a revision was taken by another template. */
  collisionCount: number
}

/** The earlier templates of an owner, oldest first. */
export async function listRevisions({ cluster, index, claimant }: Historian): Promise<ControllerRevision[]> {
  const candidates = candidatesFor(index, cluster.id, claimant.owner)
  const claimed = await claimObjects(cluster, CONTROLLER_REVISIONS, claimant, candidates)
  return claimed.sort(byRevision)
}

const byRevision = (a: ControllerRevision, b: ControllerRevision): number =>
  (a.revision ?? 0) - (b.revision ?? 0) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)

/** The revision of the present template, which is made, or given the highest number, if need be. */
export async function presentRevision(
  historian: Historian,
  revisions: readonly ControllerRevision[],
): Promise<ControllerRevision> {
  const last = revisions.at(-1)
  const number = (last?.revision ?? 0) + 1
  const data = revisionData(historian.template)
  const equal = revisions.filter((revision) => isSame(revision.data, data)).at(-1)
  if (!equal) return createRevision(historian, number)
  return equal === last ? equal : renumber(historian.cluster, equal, number)
}

/** What a revision keeps: a patch that brings the template back, which `kubectl rollout undo` sends as it is. */
const revisionData = (template: PodTemplateSpec): Record<string, unknown> => ({
  spec: { template: { ...template, [REPLACE]: 'replace' } },
})

/** The template that a revision keeps. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  // Only this module writes the data of the revisions it reads.
  const { spec } = data as unknown as { spec: { template: PodTemplateSpec & { [REPLACE]?: string } } }
  const { [REPLACE]: _, ...template } = spec.template
  return template
}

async function createRevision(historian: Historian, number: number): Promise<ControllerRevision> {
  const { cluster, claimant, template } = historian
  const namespace = claimant.owner.metadata.namespace ?? ''
  for (;;) {
    const wanted = newRevision(historian, number)
    try {
      return (await cluster.objects.create(CONTROLLER_REVISIONS, namespace, wanted)) as ControllerRevision
    } catch (error) {
      if (!hasReason(error, 'AlreadyExists')) throw error
    }
    const found = cluster.objects.get(CONTROLLER_REVISIONS, namespace, wanted.metadata.name ?? '')
    if (found && isSame((found as ControllerRevision).data, revisionData(template))) return found as ControllerRevision
    historian.collisionCount++
  }
}

function newRevision({ claimant, template, hashLabel, collisionCount }: Historian, number: number): ControllerRevision {
  const { owner, kind } = claimant
  const data = revisionData(template)
  const hash = shortHash(data, collisionCount)
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${(owner.metadata.name ?? '').slice(0, MAX_PREFIX)}-${hash}`,
      namespace: owner.metadata.namespace ?? '',
      labels: { ...template.metadata?.labels, [hashLabel]: hash },
      ...(owner.metadata.annotations && { annotations: owner.metadata.annotations }),
      ownerReferences: [controllerReference(kind, owner)],
    },
    data: data as ControllerRevision['data'],
    revision: number,
  }
}

async function renumber(
  cluster: ClusterView,
  revision: ControllerRevision,
  number: number,
): Promise<ControllerRevision> {
  const { namespace = '', name = '' } = revision.metadata
  const change = (stored: KubeObject): KubeObject => ({ ...stored, revision: number }) as ControllerRevision
  const written = await cluster.objects.modify(CONTROLLER_REVISIONS, namespace, name, change)
  return (written ?? revision) as ControllerRevision
}

/** Removes the oldest revisions beyond `limit`, those in use apart. */
export async function forgetRevisions(
  { cluster }: Historian,
  revisions: readonly ControllerRevision[],
  isLive: (revision: ControllerRevision) => boolean,
  limit: number,
): Promise<void> {
  const unused = revisions.filter((revision) => !isLive(revision))
  for (const { metadata } of unused.slice(0, Math.max(0, unused.length - limit))) {
    await deleteIfThere(cluster, CONTROLLER_REVISIONS, metadata)
  }
}
