import type { Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import type { ListPage } from '../registry/list.ts'
import { typeHeader } from '../registry/object-bytes.ts'
import { presentBytes } from '../registry/versions.ts'

const OPEN = Buffer.from('{')
const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** The metadata of a list. Lists of custom resources always have the continue token, even when there is none. */
export function listMetadata(page: ListPage, custom: boolean) {
  return {
    ...(page.continue !== undefined || custom ? { continue: page.continue ?? '' } : {}),
    ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
    resourceVersion: String(page.revision),
  }
}

/**
 * A list as bytes, from the stored bytes of its items without parsing any. Items of built-in kinds leave out their types,
 * which the list's own type implies; those of custom resources keep them.
 */
export async function listPieces(resource: ServedResource, page: ListPage): Promise<Buffer[]> {
  const version = resource.apiVersion
  const types = typeHeader(version, resource.listKind)
  const head = Buffer.from(`{${types}"metadata":${JSON.stringify(listMetadata(page, resource.custom))},"items":[`)
  const values = await presentAll(resource, page.entries)
  const cut = resource.custom ? 0 : typeHeader(version, resource.kind).length
  return piecesOf(head, values, cut)
}

/** The entries in the resource's version; waits only when one of them must be converted elsewhere. */
export async function presentAll(resource: ServedResource, entries: readonly Entry[]): Promise<Buffer[]> {
  const values = entries.map((entry) => presentBytes(resource, entry))
  // Most lists hold nothing to wait for, and a promise for each item would cost more than the list.
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Buffer[])
}

/** `cut` bytes after the opening brace of each item are left out. */
function piecesOf(head: Buffer, items: readonly Buffer[], cut: number): Buffer[] {
  const pieces = [head]
  for (const item of items) {
    if (pieces.length > 1) pieces.push(COMMA)
    if (cut === 0) pieces.push(item)
    else pieces.push(OPEN, item.subarray(1 + cut))
  }
  pieces.push(END)
  return pieces
}
