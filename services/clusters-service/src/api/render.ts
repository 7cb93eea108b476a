import type { JsonObject } from '@skep/schema'
import type { ApiBase } from './api-base.ts'

/** An object of the API: kind, id and href first, then what it says. */
export function render(kind: string, base: ApiBase, path: string, id: string, document: object): JsonObject {
  return { kind, id, href: `${base.path}${path}`, ...withoutIdentity(document) }
}

/** A reference to an object. */
export const renderLink = (kind: string, base: ApiBase, path: string, id: string): JsonObject => ({
  kind: `${kind}Link`,
  id,
  href: `${base.path}${path}`,
})

/** A reference to a list. Inside an object lists are never arrays. */
export const renderListLink = (kind: string, base: ApiBase, path: string): JsonObject => ({
  kind: `${kind}ListLink`,
  href: `${base.path}${path}`,
})

function withoutIdentity(document: object): JsonObject {
  // Documents are JSON; their TypeScript types merely lack an index signature.
  const { kind, id, href, ...rest } = document as JsonObject
  return rest
}
