import { VirtualClock } from '@skep/base'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, documentTable, openDatabase } from '../index.ts'
import { attributeResolver } from '../search/attributes.ts'
import { searchCompiler } from '../search/compile.ts'
import { parseSearch } from '../search/parser.ts'
import { describeDatabases } from '../testing/index.ts'

interface Shard {
  name: string
  region?: { id: string }
  load?: number
  weight?: number
  owner?: { id: string }
}

const shards = documentTable<Shard>('shards', {
  indexed: ['region.id'],
  numberIndexed: ['weight'],
  unique: { shards_name: ['name', 'region.id'] },
  attributes: { name: 'string', load: 'number' },
  internal: { 'owner.id': 'string' },
})

describeDatabases('a table of documents', ({ createUrl }) => {
  let database: Database
  const clock = new VirtualClock({ start: 1_000 })
  beforeAll(async () => {
    database = await openDatabase({ url: await createUrl(), migrations: shards.migrations, clock })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    for (const { id } of (await shards.find(database)).items) await shards.remove(database, id)
  })

  it('gives back what was put in', async () => {
    const document = { name: 'a "quoted" \\u0000 ✓ name', region: { id: 'eu' }, load: 0.25 }

    const inserted = await shards.insert(database, 'one', document)

    expect(inserted).toEqual({ id: 'one', version: 1, createdAt: 1_000, updatedAt: 1_000, document })
    expect(await shards.get(database, 'one')).toEqual(inserted)
    expect(await shards.getMany(database, ['one', 'none'])).toEqual([inserted])
    expect(await shards.get(database, 'none')).toBeUndefined()
  })

  it('lets the caller ask for what users may neither search nor order by', async () => {
    await shards.insert(database, 'one', { name: 'a', owner: { id: 'me' } })
    await shards.insert(database, 'two', { name: 'b' })
    const ids = async (where: Record<string, string>) =>
      (await shards.find(database, { where })).items.map(({ id }) => id)

    expect(await ids({ 'owner.id': 'me' })).toEqual(['one'])
    expect(await ids({ 'owner.id': '' })).toEqual(['two'])
    for (const asked of [{ search: "owner.id = 'me'" }, { order: 'owner.id' }]) {
      await expect(shards.find(database, asked)).rejects.toThrow("there is no attribute 'owner.id'")
    }
  })

  it('refuses an id or a unique attribute that is taken, and says which', async () => {
    await shards.insert(database, 'one', { name: 'a', region: { id: 'eu' } })

    await expect(shards.insert(database, 'one', { name: 'b' })).rejects.toMatchObject({
      reason: 'Duplicate',
      index: 'shards_pkey',
    })
    await expect(shards.insert(database, 'two', { name: 'a', region: { id: 'eu' } })).rejects.toMatchObject({
      reason: 'Duplicate',
      index: 'shards_name',
    })
  })

  it('lets documents share a name when they lack another part of the index', async () => {
    await shards.insert(database, 'one', { name: 'a' })
    await shards.insert(database, 'two', { name: 'a' })

    expect(await shards.count(database, { search: "name = 'a'" })).toBe(2)
  })

  it('changes a row only from the version that was read', async () => {
    const first = await shards.insert(database, 'one', { name: 'a' })
    const second = await shards.update(database, first, { name: 'b' })

    expect(second).toMatchObject({ version: 2, document: { name: 'b' } })
    await expect(shards.update(database, first, { name: 'c' })).rejects.toMatchObject({ reason: 'Stale' })
    await expect(shards.remove(database, 'one', 1)).rejects.toMatchObject({ reason: 'Stale' })
    await expect(shards.update(database, { id: 'none', version: 1 }, { name: 'c' })).rejects.toMatchObject({
      reason: 'Missing',
      message: "there is no 'none' in shards",
    })
    expect(await shards.get(database, 'one')).toEqual(second)
  })

  it('loses none of many changes at once', async () => {
    await shards.insert(database, 'one', { name: 'a', load: 0 })

    const add = () => shards.modify(database, 'one', (shard) => ({ ...shard, load: (shard.load ?? 0) + 1 }))
    await Promise.all(Array.from({ length: 8 }, add))

    expect(await shards.get(database, 'one')).toMatchObject({ version: 9, document: { load: 8 } })
  })

  it('changes a row as it was read, and as it is when somebody else was faster', async () => {
    const read = await shards.insert(database, 'one', { name: 'a', load: 1 })
    const more = () => shards.modify(database, read, (shard) => ({ ...shard, load: (shard.load ?? 0) + 1 }))

    const [first, second] = [await more(), await more()]

    expect([first.document.load, second.document.load]).toEqual([2, 3])
    expect(await shards.get(database, 'one')).toEqual(second)
  })

  it('leaves a row alone that needs no change', async () => {
    await shards.insert(database, 'one', { name: 'a' })

    await shards.modify(database, 'one', () => undefined)

    expect(await shards.get(database, 'one')).toMatchObject({ version: 1 })
    await expect(shards.modify(database, 'none', () => undefined)).rejects.toMatchObject({ reason: 'Missing' })
  })

  it('says whether there was something to remove', async () => {
    await shards.insert(database, 'one', { name: 'a' })

    expect(await shards.remove(database, 'one')).toBe(true)
    expect(await shards.remove(database, 'one')).toBe(false)
    expect(await shards.remove(database, 'one', 7)).toBe(false)
  })

  it('refuses texts that only one of the databases could keep', async () => {
    await expect(shards.insert(database, 'one', { name: 'a\0' })).rejects.toMatchObject({ reason: 'Invalid' })
  })

  it('gives pages whose total is right on every one of them', async () => {
    for (let index = 10; index < 23; index++) {
      await shards.insert(database, `s${index}`, { name: `n${index}`, region: { id: index < 20 ? 'eu' : 'us' } })
    }
    const page = async (page: number, size?: number) => {
      const { items, total } = await shards.find(database, { page, ...(size === undefined ? {} : { size }) })
      return [items.map(({ id }) => id.slice(1)).join(' '), total]
    }

    expect(await page(1, 10)).toEqual(['10 11 12 13 14 15 16 17 18 19', 13])
    expect(await page(2, 10)).toEqual(['20 21 22', 13])
    expect(await page(9, 10)).toEqual(['', 13])
    expect(await page(1, 13)).toEqual(['10 11 12 13 14 15 16 17 18 19 20 21 22', 13])
    expect(await page(1, 0)).toEqual(['', 13])
    expect(await page(1)).toEqual(['10 11 12 13 14 15 16 17 18 19 20 21 22', 13])
    expect((await shards.find(database, { where: { 'region.id': 'us' }, search: "name != 'n21'" })).total).toBe(2)
  })

  it.each([
    ['an attribute that has an index', "region.id = 'eu'"],
    ['an attribute that has none', "name like 'n1%'"],
    ['a number that has an index', 'weight >= 1.5 and weight < 20'],
    ['both', "region.id = 'eu' and not (load > 100 or name = 'n20')"],
  ])('finds the same pages by %s', async (_, search) => {
    for (let index = 10; index < 23; index++) {
      const document = { name: `n${index}`, region: { id: index < 20 ? 'eu' : 'us' }, load: index % 4, weight: index }
      await shards.insert(database, `s${index}`, document)
    }
    const page = async (page: number, size: number, order = '') => {
      const { items, total } = await shards.findEditions(database, { search, order, page, size })
      return [items.map(({ id }) => id.slice(1)).join(' '), total]
    }

    expect(await page(1, 4)).toEqual(['10 11 12 13', 10])
    expect(await page(3, 4)).toEqual(['18 19', 10])
    expect(await page(4, 4)).toEqual(['', 10])
    expect(await page(1, 0)).toEqual(['', 10])
    expect(await page(1, 4, 'load desc')).toEqual(['11 15 19 10', 10])
    const { items } = await shards.find(database, { search, order: 'load desc', page: 2, size: 4 })
    expect(items.map(({ document }) => document.name)).toEqual(['n14', 'n18', 'n13', 'n17'])
    expect((await shards.findEditions(database, { search: `${search} and name = 'none'`, size: 4 })).total).toBe(0)
  })

  it('finds what few documents have among many, and what most have, on every page', async () => {
    await database.transaction(async (tx) => {
      for (let index = 100; index < 160; index++) {
        const [name, weight] =
          index % 20 === 0 ? ['few', { weight: 7 }] : ['most', index % 20 === 1 ? {} : { weight: 1 }]
        await shards.insert(tx, `s${index}`, { name, load: index, ...weight })
      }
    })
    const page = async (search: string, page: number, order?: string) => {
      const options = { search, page, size: 2, ...(order === undefined ? {} : { order }) }
      const { items, total } = await shards.find(database, options)
      return [items.map(({ id }) => id.slice(1)).join(' '), total]
    }

    expect(await page("name = 'few'", 1)).toEqual(['100 120', 3])
    expect(await page("name = 'few'", 2)).toEqual(['140', 3])
    expect(await page('weight > 5', 1)).toEqual(['100 120', 3])
    expect(await page('weight > 5', 2)).toEqual(['140', 3])
    expect(await page('weight <= 5', 1)).toEqual(['102 103', 54])
    expect(await page('weight <= 5', 27)).toEqual(['158 159', 54])
    expect(await page('not (weight > 5)', 1)).toEqual(['101 102', 57])
    expect(await page("name = 'most'", 1)).toEqual(['101 102', 57])
    expect(await page("name = 'most'", 29)).toEqual(['159', 57])
    expect(await page("name = 'most'", 30)).toEqual(['', 57])
    expect(await page("name = 'most'", 1, 'load desc')).toEqual(['159 158', 57])
  })

  it('has an index that serves searches by ranges of a number', async () => {
    const { dialect } = database
    const compiler = searchCompiler(dialect, attributeResolver({ weight: 'number' }))
    const where = compiler.condition(parseSearch('weight > 5')!)
    const explain = sql.raw(dialect === 'sqlite' ? 'explain query plan' : 'explain')
    const plan = await database.transaction(async (tx) => {
      // So few documents are looked into one after the other otherwise.
      if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx.kysely)
      return (await sql`${explain} select id from shards where ${where}`.execute(tx.kysely)).rows
    })

    expect(JSON.stringify(plan)).toContain('shards_weight')
  })

  it('tells editions of a row apart', async () => {
    const first = await shards.insert(database, 'one', { name: 'a' })
    await shards.update(database, first, { name: 'b' })

    expect(await shards.findEditions(database, { size: 1 })).toEqual({
      items: [{ id: 'one', version: 2, createdAt: 1_000 }],
      total: 1,
    })
  })
})
