import type { Clock } from '@skep/base'
import { type DocumentTable, documentTable, openDatabase } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import {
  cloudProvider,
  cloudRegion,
  dnsDomain,
  flavour,
  machineType,
  product,
  version,
} from '../model/catalog-types.ts'
import type { ResourceType } from '../model/resource-type.ts'
import { searchAttributes } from '../model/search-attributes.ts'
import type { ListQuery, RenderedPage } from './respond.ts'

/** The types of the catalog, by the name of their list. */
export const CATALOG_TYPES = {
  versions: version,
  cloud_providers: cloudProvider,
  regions: cloudRegion,
  machine_types: machineType,
  flavours: flavour,
  products: product,
  dns_domains: dnsDomain,
} as const
/** A list of the catalog. */
export type CatalogList = keyof typeof CATALOG_TYPES

/** Searches what is in memory with the language and the results of any other search. */
export interface CatalogLists {
  /** Searches these items. Equal lists are the same array, so that they are taken in once. */
  find(list: CatalogList, scope: string, items: readonly JsonObject[], query: ListQuery): Promise<RenderedPage>
  close(): Promise<void>
}

interface Item {
  readonly scope: string
  readonly position: number
  readonly body: JsonObject
}

/**
 * The catalog is not in the database, because each process has its own view of the shards. For the search to mean the same
 * everywhere, it goes through a database of its own, in memory.
 */
export async function createCatalogLists(clock: Clock): Promise<CatalogLists> {
  const tables = new Map(Object.entries(CATALOG_TYPES).map(([name, type]) => [name, tableOf(name, type)]))
  const migrations = [...tables.values()].flatMap((table) => table.migrations)
  const database = await openDatabase({ url: 'sqlite::memory:', migrations, clock })
  const taken = new Map<string, { items: readonly JsonObject[]; done: Promise<void> }>()
  const replace = (table: DocumentTable<Item>, scope: string, items: readonly JsonObject[]) =>
    database.transaction(async (tx) => {
      const { items: old } = await table.find(tx, { where: { scope } })
      for (const { id } of old) await table.remove(tx, id)
      for (const [position, body] of items.entries()) {
        await table.insert(tx, `${scope}/${body['id']}`, { scope, position, body })
      }
    })
  const takeIn = (table: DocumentTable<Item>, scope: string, items: readonly JsonObject[]): Promise<void> => {
    const key = `${table.name}/${scope}`
    const known = taken.get(key)
    if (known?.items === items) return known.done
    const done = replace(table, scope, items)
    taken.set(key, { items, done })
    return done
  }
  return {
    find: async (list, scope, items, query) => {
      const table = tables.get(list)!
      await takeIn(table, scope, items)
      const found = await table.find(database, { ...query, order: query.order ?? 'position', where: { scope } })
      return { items: found.items.map(({ document }) => document.body), total: found.total }
    },
    close: () => database.close(),
  }
}

function tableOf(name: string, type: ResourceType): DocumentTable<Item> {
  const attributes = Object.entries(searchAttributes(type)).map(
    ([attribute, of]) => [attribute, { type: of, path: `body.${attribute}` }] as const,
  )
  return documentTable<Item>(name, {
    attributes: { ...Object.fromEntries(attributes), scope: 'string', position: 'number' },
  })
}
