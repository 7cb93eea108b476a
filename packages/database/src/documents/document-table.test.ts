import { expect, it } from 'vitest'
import { documentTable, openDatabase, workMigrations, workQueue } from '../index.ts'

it('smoke', async () => {
  const t = documentTable<{ name: string }>('clusters', {
    indexed: ['region.id'],
    unique: { clusters_name: ['name'] },
    attributes: { name: 'string', 'properties.*': 'string', 'roles[].arn': 'string' },
  })
  const db = await openDatabase({ url: 'sqlite::memory:', migrations: [...t.migrations, ...workMigrations] })
  await t.insert(db, 'a', {
    name: 'x',
    region: { id: 'eu' },
    properties: { 'a-b': '1' },
    roles: [{ arn: 'z' }],
  } as never)
  await t.insert(db, 'b', { name: 'y' })
  expect((await t.find(db, { search: "name = 'x'" })).total).toBe(1)
  expect((await t.find(db, { search: "properties.a-b = '1'" })).total).toBe(1)
  expect((await t.find(db, { search: "roles.arn = 'z'" })).total).toBe(1)
  expect((await t.find(db, { search: "roles.arn = ''" })).total).toBe(1)
  expect((await t.find(db, { search: "region.id = 'eu'", size: 1, order: 'name desc' })).total).toBe(1)
  await expect(t.insert(db, 'c', { name: 'y' })).rejects.toMatchObject({ reason: 'Duplicate', index: 'clusters_name' })
  await expect(t.insert(db, 'a', { name: 'z' })).rejects.toMatchObject({ reason: 'Duplicate', index: 'clusters_pkey' })
  const q = workQueue('q')
  await db.transaction(async (tx) => {
    await q.add(tx, ['k1', 'k2'])
  })
  const { claims } = await q.claim(db, 10, 'me', 1000)
  expect(claims.length).toBe(2)
  await q.add(db, 'k1')
  expect(await q.done(db, claims.find((c) => c.key === 'k1')!)).toBe(true)
  expect((await q.claim(db, 10, 'me', 1000)).claims.map((c) => c.key)).toEqual(['k1'])
  await db.close()
})
