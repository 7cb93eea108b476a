import type { Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import type { ListPage } from '../registry/list.ts'
import { typeHeader } from '../registry/object-bytes.ts'
import { apiVersion } from '../registry/target.ts'
import { presentBytes } from '../registry/versions.ts'

const OPEN = 0x7b
const COMMA = 0x2c

/** The metadata of a list. Lists of custom resources always have the continue token, even when there is none. */
export function listMetadata(page: ListPage, custom: boolean) {
  return {
    ...(page.continue !== undefined || custom ? { continue: page.continue ?? '' } : {}),
    ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
    resourceVersion: String(page.revision),
  }
}

/**
 * A list as bytes, joined from the stored bytes of its items without parsing any. Items of built-in kinds leave out
 * their types, which the list's own type implies; those of custom resources keep them.
 */
export async function listBytes(resource: ServedResource, page: ListPage): Promise<Buffer> {
  const version = apiVersion(resource)
  const types = typeHeader(version, resource.listKind)
  const head = Buffer.from(`{${types}"metadata":${JSON.stringify(listMetadata(page, resource.custom))},"items":[`)
  const values = await presentAll(resource, page.entries)
  const cut = resource.custom ? 0 : typeHeader(version, resource.kind).length
  return join(head, values, cut)
}

/** The entries in the resource's version; waits only when one of them must be converted elsewhere. */
export async function presentAll(resource: ServedResource, entries: readonly Entry[]): Promise<Buffer[]> {
  const values = entries.map((entry) => presentBytes(resource, entry))
  // Most lists hold nothing to wait for, and a promise for each item would cost more than the list.
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Buffer[])
}

/** One buffer of everything; `cut` bytes after the opening brace of each item are left out. */
function join(head: Buffer, items: readonly Buffer[], cut: number): Buffer {
  let size = head.length + 2 + Math.max(0, items.length - 1)
  for (const item of items) size += item.length - cut
  const body = Buffer.allocUnsafe(size)
  let at = head.copy(body, 0)
  for (let index = 0; index < items.length; index++) {
    if (index > 0) body[at++] = COMMA
    body[at++] = OPEN
    at += items[index]!.copy(body, at, 1 + cut)
  }
  body.write(']}', at)
  return body
}
