import { createHash } from 'node:crypto'
import { hasReason } from '@skep/base'
import { AGENT_FIELD_MANAGER } from '../names.ts'
import type { Manifest, SpokeObject, UpdateStrategy } from '../types.ts'
import { withoutIgnoredFields } from './ignored-fields.ts'
import { writeOwner } from './owners.ts'
import type { ApplyTarget } from './target.ts'
import { despiteConflicts } from './update.ts'

type ServerSideOptions = Partial<NonNullable<UpdateStrategy['serverSideApply']>>

/** Says what the hub asked for when the object was last applied, where fields are left alone. */
const HASH_ANNOTATION = 'open-cluster-management.io/config-spec-hash'

/** Another manager has fields of the object, and keeps them: trying again would not help. */
export class ApplyConflict extends Error {
  override readonly name = 'ApplyConflict'
}

/** Applies an object on the server's side. With fields to leave alone, only when the hub asks for something new. */
export async function applyServerSide(target: ApplyTarget, options: ServerSideOptions): Promise<SpokeObject> {
  const { spokeClient, kind, ref, manifest, owner, owned } = target
  const { ignoreFields = [] } = options
  if (ignoreFields.length === 0) return send(target, manifest, options)
  const kept = withoutIgnoredFields(manifest, ignoreFields)
  const hash = createHash('sha256').update(JSON.stringify(kept)).digest('hex')
  const existing = await spokeClient.get(kind, ref)
  if (existing?.metadata.annotations?.[HASH_ANNOTATION] === hash) {
    return writeOwner(spokeClient, kind, existing, owner, owned)
  }
  return send(target, withHash(existing ? kept : manifest, hash), options)
}

async function send(
  { spokeClient, kind, ref, owner, owned }: ApplyTarget,
  manifest: Manifest,
  { force = false, fieldManager = AGENT_FIELD_MANAGER }: ServerSideOptions,
): Promise<SpokeObject> {
  let object = await spokeClient
    .apply(kind, { ...manifest, metadata: { ...manifest.metadata, name: ref.name } }, { force, fieldManager })
    .catch(asApplyConflict)
  // The owner is no part of what is applied: works that share an object would take it from each other.
  return despiteConflicts(async () => {
    try {
      return await writeOwner(spokeClient, kind, object, owner, owned)
    } catch (error) {
      object = (await spokeClient.get(kind, ref)) ?? object
      throw error
    }
  })
}

const withHash = (manifest: Manifest, hash: string): Manifest => ({
  ...manifest,
  metadata: { ...manifest.metadata, annotations: { ...manifest.metadata.annotations, [HASH_ANNOTATION]: hash } },
})

function asApplyConflict(error: unknown): never {
  if (hasReason(error, 'Conflict')) throw new ApplyConflict(error.message, { cause: error })
  throw error
}
