import { asJson, type KubeObject } from '@skep/schema'
import { ConflictError } from '@skep/store'
import { keyOf } from './collection.ts'
import { renderWrite } from './create.ts'
import { completeManaged } from './decode.ts'
import { notFound } from './errors.ts'
import { cloneObject, type Target } from './target.ts'
import { presentObject } from './versions.ts'

/**
 * Changes a stored object on the server's own account: no admission, no validation, no managed fields. `change` works
 * in place on a copy, may throw to refuse, and is called again when someone else wrote in between.
 */
export async function rewriteObject(
  { resource, collection }: Target,
  at: { namespace: string; name: string; dryRun?: boolean | undefined },
  change: (object: KubeObject) => void,
): Promise<KubeObject> {
  for (;;) {
    const entry = collection.bucket.get(keyOf(at.namespace, at.name))
    if (!entry) throw notFound(resource, at.name)
    const changed = cloneObject(await presentObject(resource, entry))
    change(changed)
    const object = completeManaged(resource, asJson(changed))
    if (at.dryRun) return object
    try {
      const { value, annex } = await renderWrite(resource, object, 'MODIFIED')
      const { revision } = await collection.bucket.put({ key: entry.key, base: entry, value, annex })
      object.metadata.resourceVersion = String(revision)
      return object
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
    }
  }
}
