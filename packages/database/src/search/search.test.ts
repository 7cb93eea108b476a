import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, documentTable, openDatabase, SearchError } from '../index.ts'
import { describeDatabases } from '../testing/index.ts'

const table = documentTable<object>('clusters', {
  indexed: ['region.id'],
  attributes: {
    name: 'string',
    managed: 'boolean',
    'region.id': 'string',
    cloud_provider: { type: 'string', path: 'cloud_provider.id' },
    nodes: 'number',
    creation_timestamp: 'timestamp',
    'aws.sts.role_arn': 'string',
    'aws.sts.operator_iam_roles[].role_arn': 'string',
    'zones[]': 'string',
    'pools[].labels[].value': 'string',
    'properties.*': 'string',
  },
})

const CLUSTERS: Readonly<Record<string, object>> = {
  blue: {
    name: 'my-blue',
    managed: true,
    region: { id: 'us-east-1' },
    cloud_provider: { id: 'aws' },
    nodes: 9,
    creation_timestamp: '2026-01-02T03:04:05Z',
    aws: {
      sts: {
        role_arn: 'arn:aws:iam::123456789012:role/x',
        operator_iam_roles: [{ role_arn: 'arn/x-1' }, { role_arn: 'arn/y-2' }],
      },
    },
    zones: ['a', 'b'],
    pools: [{ labels: [{ value: 'one' }] }, { labels: [{ value: 'two' }] }],
    properties: { rosa_creator_arn: 'arn:aws:iam::123456789012:user/me', 'example.com/a-b': 'yes' },
  },
  green: {
    name: "My*Gr%een's",
    managed: false,
    region: { id: 'eu-west-1' },
    cloud_provider: { id: 'gcp' },
    nodes: 10,
    // The same instant as that of blue, in another place.
    creation_timestamp: '2026-01-02T05:04:05+02:00',
    zones: [],
    properties: {},
  },
  grey: { name: '', region: { id: 'us-east-1' }, creation_timestamp: '2026-01-02T03:04:05.500Z', zones: ['', 'c'] },
}

/** A search, and what it finds. */
const SEARCHES: readonly (readonly [search: string, found: readonly string[]])[] = [
  ['', ['blue', 'green', 'grey']],
  ["id = 'blue'", ['blue']],
  ["id='blue'or id='grey'", ['blue', 'grey']],
  ["name = 'My-Blue'", []],
  ["name != 'my-blue'", ['green', 'grey']],
  ["name <> 'my-blue'", ['green', 'grey']],
  ["name > 'a'", ['blue']],
  ["name < 'a' and name != ''", ['green']],
  ["name like 'my%'", ['blue']],
  ["name LIKE 'M_*%'", ['green']],
  ["name like '%*%'", ['green']],
  ["name like 'my_bl_e'", ['blue']],
  ["name like '%[a-z]%'", []],
  ["name like 'my\\%'", []],
  ["name ilike 'MY%'", ['blue', 'green']],
  ["name not ilike 'MY%'", ['grey']],
  ["name not like '%e%'", ['grey']],
  ["name = 'My*Gr%een''s'", ['green']],
  ["managed = 't'", ['blue']],
  ["managed = 'true'", ['blue']],
  ['managed = TRUE', ['blue']],
  ["managed = 'f'", ['green', 'grey']],
  ['managed != true', ['green', 'grey']],
  ['managed is null', ['grey']],
  ['managed is not null', ['blue', 'green']],
  ['managed is not true', ['green', 'grey']],
  ["region.id is 'us-east-1' and managed is true", ['blue']],
  ["cloud_provider = 'aws'", ['blue']],
  ["cloud_provider = ''", ['grey']],
  ['nodes = 9', ['blue']],
  ["nodes = '9'", ['blue']],
  ['nodes > 9', ['green']],
  ['nodes >= 9', ['blue', 'green']],
  ['nodes != 9', ['green', 'grey']],
  ['nodes < 10.5', ['blue', 'green']],
  ['nodes between 9 and 9', ['blue']],
  ['nodes not between 9 and 9', ['green', 'grey']],
  ['nodes in (1, 10)', ['green']],
  ['nodes not in (1, 10)', ['blue', 'grey']],
  ['nodes is null', ['grey']],
  ['not (nodes > 9)', ['blue', 'grey']],
  ["creation_timestamp = '2026-01-02T03:04:05Z'", ['blue', 'green']],
  ["creation_timestamp > '2026-01-02T03:04:05Z'", ['grey']],
  ["creation_timestamp = '2026-01-02T04:04:05.5+01:00'", ['grey']],
  ["creation_timestamp between '2026-01-01T00:00:00Z' and '2026-01-02T03:04:05.499Z'", ['blue', 'green']],
  ["aws.sts.role_arn = ''", ['green', 'grey']],
  ["aws.sts.role_arn != ''", ['blue']],
  ["aws.sts.operator_iam_roles.role_arn like '%/x-%'", ['blue']],
  ["aws.sts.operator_iam_roles.role_arn = 'arn/z'", []],
  ["aws.sts.operator_iam_roles.role_arn = ''", ['green', 'grey']],
  ["zones = 'b'", ['blue']],
  ["zones != 'b'", ['blue', 'green', 'grey']],
  ["not zones = 'b'", ['green', 'grey']],
  ["zones in ('c', 'd')", ['grey']],
  ['zones is null', ['green']],
  ["pools.labels.value = 'two'", ['blue']],
  ["properties.rosa_creator_arn LIKE 'arn:%:123456789012:%'", ['blue']],
  ["properties.example.com/a-b = 'yes'", ['blue']],
  ["properties.other = ''", ['blue', 'green', 'grey']],
  ["id = 'blue' or id = 'green' and managed = true", ['blue']],
  ["(id = 'blue' or id = 'green') and managed = false", ['green']],
  ["not id = 'blue' and not id = 'grey'", ['green']],
  ["id in ('blue','grey') or name in ('x')", ['blue', 'grey']],
  ["id > 'blue'", ['green', 'grey']],
  ["name ~= '^my-'", ['blue']],
  ["name~='(?i)^MY[-*]'", ['blue', 'green']],
  ["name ~! '^my-'", ['green', 'grey']],
  ["not name ~= 'e'", ['grey']],
  ["name ~= '^$'", ['grey']],
  ["name ~= 'een''s$'", ['green']],
  ["cloud_provider ~= '^(aws|gcp)$' and id ~= 'e{2}'", ['green']],
  ["id ~= '^gr' and zones ~= '^c$'", ['grey']],
  ["zones ~= '^[ac]$'", ['blue', 'grey']],
  ["zones ~! '^[ac]$'", ['blue', 'green', 'grey']],
  ["pools.labels.value ~= 'w'", ['blue']],
  ["properties.example.com/a-b ~= '^y'", ['blue']],
  ["name ~= 'nobody' or id = 'grey'", ['grey']],
]

const ERRORS: readonly (readonly [search: string, message: string, offset: number])[] = [
  ['bogus = 1', "there is no attribute 'bogus' (at offset 0)", 0],
  ["name = 'a' and ", 'expected an attribute at offset 15, but found the end', 15],
  ["name 'a'", "expected an operator at offset 5, but found 'a'", 5],
  ["name = 'a", 'the string at offset 7 has no end', 7],
  ['name ~= x', "expected a pattern in quotes at offset 8, but found 'x'", 8],
  ["nodes ~= 'x'", "the attribute 'nodes' is a number: regular expressions are for strings (at offset 0)", 0],
  ["name ~= '('", 'the pattern at offset 8 is not a regular expression: missing closing ): `(`', 8],
  ["name ~= '(a)\\1'", 'the pattern at offset 8 is not a regular expression: invalid escape sequence: `\\1`', 8],
  [`name ~= '${'a'.repeat(1_001)}'`, 'the pattern at offset 8 has more than 1000 characters', 8],
  ['name = ', 'expected a value at offset 7, but found the end', 7],
  ['name = x', "expected a value at offset 7, but found 'x'", 7],
  ["(name = 'a'", "expected ')' at offset 11, but found the end", 11],
  ["name = 'a')", "expected AND, OR or the end at offset 10, but found ')'", 10],
  ["name = 'a' ; drop", "unexpected ';' at offset 11", 11],
  ['name in ()', "expected a value at offset 9, but found ')'", 9],
  ['name like 5', "expected a pattern in quotes at offset 10, but found '5'", 10],
  ["nodes = 'many'", "the attribute 'nodes' is a number, but 'many' at offset 8 is not", 8],
  ["managed = 'maybe'", "the attribute 'managed' is a boolean, but 'maybe' at offset 10 is not", 10],
  [
    "creation_timestamp > 'yesterday'",
    "the attribute 'creation_timestamp' is a timestamp, but 'yesterday' at offset 21 is not",
    21,
  ],
  ["nodes like '%'", "the attribute 'nodes' is a number: LIKE is for strings (at offset 0)", 0],
  ["properties. = 'a'", "there is no attribute 'properties.' (at offset 0)", 0],
  ["name = 'a\0'", 'there is a NUL character at offset 9', 9],
  [`${'('.repeat(200)}name = 'a'${')'.repeat(200)}`, 'too many levels at offset 101', 101],
]

describeDatabases('a search', ({ createUrl }) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ url: await createUrl(), migrations: table.migrations })
    for (const [id, document] of Object.entries(CLUSTERS)) await table.insert(database, id, document)
  })
  afterAll(() => database.close())

  const ids = async (options: Parameters<typeof table.find>[1]) =>
    (await table.find(database, options)).items.map(({ id }) => id)

  it.each(SEARCHES)('finds with: %s', async (search, found) => {
    expect(await ids({ search, order: 'id' })).toEqual(found)
    expect(await table.count(database, { search })).toBe(found.length)
  })

  it.each(ERRORS)('refuses: %s', async (search, message, offset) => {
    const failure = await table.find(database, { search }).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(SearchError)
    expect(failure).toMatchObject({ message, offset })
  })

  it('never takes a value for SQL', async () => {
    const quotes = "x'') or 1=1 --"

    expect(await ids({ search: `name = '${quotes}' or properties.k = '${quotes}'` })).toEqual([])
  })

  it('may have more parts than the database nests', async () => {
    const search = Array.from({ length: 3_000 }, (_, index) => `id = 'c${index}'`).join(' or ')

    expect(await ids({ search: `${search} or id = 'blue'` })).toEqual(['blue'])
  })

  describe('in an order', () => {
    it.each([
      ['name', ['grey', 'green', 'blue']],
      ['name desc', ['blue', 'green', 'grey']],
      ['nodes', ['blue', 'green', 'grey']],
      ['nodes DESC', ['green', 'blue', 'grey']],
      ['managed desc, id desc', ['blue', 'green', 'grey']],
      ['region.id asc , id desc', ['green', 'grey', 'blue']],
      ['creation_timestamp desc, id', ['grey', 'blue', 'green']],
      ['properties.example.com/a-b, id desc', ['blue', 'grey', 'green']],
      ['', ['blue', 'green', 'grey']],
    ])('of %s', async (order, expected) => {
      expect(await ids({ order })).toEqual(expected)
    })

    it.each([
      ['bogus', "there is no attribute 'bogus' (at offset 0)"],
      ['name, ,', 'expected an attribute, then perhaps asc or desc, at offset 5 of the order'],
      ['id sideways', 'expected an attribute, then perhaps asc or desc, at offset 0 of the order'],
      ['zones', "the attribute 'zones' has several values: nothing can be ordered by it"],
    ])('refuses: %s', async (order, message) => {
      await expect(table.find(database, { order })).rejects.toThrow(message)
    })
  })
})
