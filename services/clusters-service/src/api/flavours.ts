import type { Database } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import type { Catalog, CatalogFlavour } from '../driver-seam.ts'
import { flavour } from '../model/catalog-types.ts'
import { readChange } from '../model/input.ts'
import { notFound } from '../model/problem.ts'
import { settingTable } from '../records/tables.ts'
import type { ApiParts } from './parts.ts'
import { putSetting } from './settings.ts'

const settingKey = (id: string): string => `flavour/${id}`

/** What may be ordered, with flavours as operators changed them. */
export async function currentCatalog(parts: Pick<ApiParts, 'driver' | 'database'>): Promise<Catalog> {
  const flavours = parts.driver.catalog.flavours()
  const rows = await settingTable.getMany(
    parts.database,
    flavours.map(({ id }) => settingKey(id)),
  )
  if (rows.length === 0) return parts.driver.catalog
  const changed = new Map(rows.map(({ id, document }) => [id, document]))
  const current = flavours.map(({ id, attributes }) => ({ id, attributes: changed.get(settingKey(id)) ?? attributes }))
  return { ...parts.driver.catalog, flavours: () => current }
}

/** How long orders may have flavours as they were, when another replica changed them. */
const REMEMBERED_MS = 1_000

interface RememberedCatalog {
  readonly catalog: Catalog
  readonly at: number
}

/** What orders were last checked with, by database. */
const remembered = new WeakMap<Database, RememberedCatalog>()

/** What may be ordered, for orders: those come in great numbers, and flavours change once in a lifetime. */
export async function catalogForOrders(parts: Pick<ApiParts, 'driver' | 'database' | 'clock'>): Promise<Catalog> {
  const { database, clock } = parts
  const last = remembered.get(database)
  if (last && clock.now() - last.at < REMEMBERED_MS) return last.catalog
  const current = { catalog: await currentCatalog(parts), at: clock.now() }
  remembered.set(database, current)
  return current.catalog
}

/** Changes the defaults that a flavour stands for. */
export async function changeFlavour(parts: ApiParts, id: string, body: JsonObject): Promise<CatalogFlavour> {
  const current = (await currentCatalog(parts)).flavours().find((candidate) => candidate.id === id)
  if (!current) throw notFound('Flavour', id)
  const { document } = readChange(flavour, { ...current.attributes, id, name: id }, body)
  const { id: _id, name: _name, ...attributes } = document
  await putSetting(parts.database, settingKey(id), attributes)
  remembered.delete(parts.database)
  return { id, attributes }
}
