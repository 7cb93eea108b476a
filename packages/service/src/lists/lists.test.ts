import { describe, expect, it } from 'vitest'
import { listReply, pageOf, parseListRequest, selectFields } from '../index.ts'

const parse = (query: string) => parseListRequest(new URLSearchParams(query))

describe('a list request', () => {
  it('has a first page of a hundred unless it says otherwise', () => {
    expect(parse('')).toEqual({ page: 1, size: 100, search: undefined, order: undefined, fields: undefined })
  })

  it('counts the first of repeated parameters', () => {
    expect(parse("search=name='a'&search=name='b'&page=2&size=10&order=name asc&fields=id, name,")).toEqual({
      page: 2,
      size: 10,
      search: "name='a'",
      order: 'name asc',
      fields: ['id', 'name'],
    })
  })

  it('gets a thousand items at most, or none', () => {
    expect([parse('size=5000').size, parse('size=0').size]).toEqual([1_000, 0])
  })

  it.each([
    ['page=0', "Value '0' of parameter 'page' isn't valid: it must be a whole number from 1 to 1000000000"],
    ['page=-1', "Value '-1' of parameter 'page' isn't valid: it must be a whole number that is not negative"],
    ['size=-1', "Value '-1' of parameter 'size' isn't valid"],
    ['size=ten', "Value 'ten' of parameter 'size' isn't valid"],
    ['page=99999999999', "Value '99999999999' of parameter 'page' isn't valid"],
  ])('is refused: %s', (query, reason) => {
    expect(() => parse(query)).toThrow(reason)
  })
})

describe('a list', () => {
  it('says how many there are on this page and on all', () => {
    const request = parse('page=2&size=2')

    expect(listReply('Cluster', request, pageOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }], request))).toEqual({
      kind: 'ClusterList',
      page: 2,
      size: 1,
      total: 3,
      items: [{ id: 'c' }],
    })
  })
})

describe('fields', () => {
  const cluster = {
    kind: 'Cluster',
    id: 'c1',
    href: '/c1',
    name: 'blue',
    region: { id: 'eu', name: 'Europe' },
    pools: [{ id: 'p1', size: 3 }],
  }

  it.each([
    [['name'], { name: 'blue' }],
    [['region.id', 'pools.size'], { region: { id: 'eu' }, pools: [{ size: 3 }] }],
    [['region.id', 'region'], { region: { id: 'eu', name: 'Europe' } }],
    [['region', 'region.id'], { region: { id: 'eu', name: 'Europe' } }],
    [['bogus', 'name.first'], { name: 'blue' }],
  ])('%s are selected, beside what tells objects apart', (fields, selected) => {
    expect(selectFields(cluster, fields)).toEqual({ kind: 'Cluster', id: 'c1', href: '/c1', ...selected })
  })
})
