import { hasReason } from '@skep/base'
import { AGENT_FIELD_MANAGER } from '../names.ts'
import type { SpokeObject } from '../types.ts'
import { mergeManifest, newObject } from './merge-manifest.ts'
import { writeOwner } from './owners.ts'
import type { ApplyTarget } from './target.ts'

const WRITE = { fieldManager: AGENT_FIELD_MANAGER }
/** How often an object is read again because somebody else was faster. */
const MAX_CONFLICTS = 4

/** Versions of objects that were as they should be: what nobody changed since needs not be compared or written. */
export interface SettledVersions {
  isSettled(object: SpokeObject): boolean
  settle(object: SpokeObject): void
}

/** Creates an object, or makes it as its manifest says. */
export const applyByUpdate = (target: ApplyTarget, versions: SettledVersions): Promise<SpokeObject> =>
  despiteConflicts(async () => {
    const { spokeClient, kind, manifest, owner, owned } = target
    const existing = await spokeClient.get(kind, target.ref)
    if (existing && versions.isSettled(existing)) return existing
    const wanted = existing && mergeManifest(existing, manifest, owner, owned)
    const written = await (wanted === undefined
      ? create(target)
      : wanted === existing
        ? existing
        : spokeClient.update(kind, wanted, WRITE))
    versions.settle(written)
    return written
  })

/** Creates an object; of one that is there, only the owner is kept right. */
export const applyOnce = (target: ApplyTarget): Promise<SpokeObject> =>
  despiteConflicts(async () => {
    const { spokeClient, kind, owner, owned } = target
    const existing = await spokeClient.get(kind, target.ref)
    return existing ? writeOwner(spokeClient, kind, existing, owner, owned) : create(target)
  })

const create = ({ spokeClient, kind, manifest, owner, owned }: ApplyTarget): Promise<SpokeObject> =>
  spokeClient.create(kind, newObject(manifest, owner, owned), WRITE)

/** Tries again when the object was changed, or made, between reading and writing it. */
export async function despiteConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return await attempt()
    } catch (error) {
      const lost = hasReason(error, 'Conflict') || hasReason(error, 'AlreadyExists')
      if (!lost || conflicts >= MAX_CONFLICTS) throw error
    }
  }
}
