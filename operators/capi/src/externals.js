import { createKindResolver } from '@skep/client'
import { referenceKey } from './references.js'
/** When to look again for a kind that nobody serves yet; objects of any other kind bring to work who refers to them. */
export const UNSERVED_RETRY_MS = 30_000
/** Follows kinds as they are asked for, among the copies that a manager keeps. */
export function createExternals(client, manager) {
  const resolver = createKindResolver(client)
  const followed = new Set()
  const listeners = []
  const follow = (kind) => {
    const id = `${kind.group}/${kind.version}/${kind.kind}`
    if (followed.has(id)) return
    followed.add(id)
    const informer = manager.informersOf().of(kind)
    informer.onChange(({ object }) => {
      const { apiVersion, metadata } = object
      const key = referenceKey(metadata.namespace, { apiVersion, kind: kind.kind, name: metadata.name })
      for (const listener of listeners) listener(key)
    })
  }
  const kindOf = async (reference) => {
    const kind = await resolver.resolve(reference)
    if (kind) follow(kind)
    return kind
  }
  return {
    kindOf,
    get: async (reference, namespace) => {
      const kind = await kindOf(reference)
      if (!kind) return undefined
      const ref = { name: reference.name, ...(namespace === undefined ? {} : { namespace }) }
      return manager.informersOf().of(kind).get(ref) ?? client.get(kind, ref)
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
//# sourceMappingURL=externals.js.map
