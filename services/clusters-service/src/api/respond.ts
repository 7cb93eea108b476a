import type { JsonObject } from '@skep/schema'
import { type ListRequest, listReply, parseListRequest, type ServiceReply, type ServiceRequest } from '@skep/service'
import { badRequest } from '../model/problem.ts'

/** What a list is asked for, in the words of the database. */
export interface ListQuery {
  readonly search?: string
  readonly order?: string
  readonly page: number
  readonly size: number
}

/** A page of rendered items. */
export interface RenderedPage {
  readonly items: readonly JsonObject[]
  readonly total: number
}

/** Answers a list: reads what is asked for, and wraps what `find` brings. */
export async function respondList(
  request: ServiceRequest,
  kind: string,
  find: (query: ListQuery) => Promise<RenderedPage>,
): Promise<ServiceReply> {
  const asked = parseListRequest(request.query)
  return { body: listReply(kind, asked, await find(queryOf(asked))) }
}

/** Answers a list of items that are JSON already, in bytes. */
export async function respondBytes(
  request: ServiceRequest,
  kind: string,
  find: (query: ListQuery) => Promise<{ readonly items: readonly Buffer[]; readonly total: number }>,
): Promise<ServiceReply> {
  const asked = parseListRequest(request.query)
  const { items, total } = await find(queryOf(asked))
  if (asked.fields) return { body: listReply(kind, asked, { items: items.map(parsed), total }) }
  const envelope = JSON.stringify({ ...listReply(kind, asked, { items: [], total }), size: items.length })
  // The empty list comes last, so that what it has is put before its end.
  return { pieces: [Buffer.from(envelope.slice(0, -END.length)), ...items.flatMap(separated), END] }
}

const END = Buffer.from(']}')
const COMMA = Buffer.from(',')

const separated = (item: Buffer, index: number): Buffer[] => (index === 0 ? [item] : [COMMA, item])

const parsed = (item: Buffer): object => JSON.parse(item.toString())

const queryOf = ({ page, size, search, order }: ListRequest): ListQuery => ({
  page,
  size,
  ...(search ? { search } : {}),
  ...(order ? { order } : {}),
})

/** The body of a request as JSON. */
export async function readBody(request: ServiceRequest): Promise<JsonObject> {
  // What was parsed as JSON is JSON.
  return (await request.json()) as JsonObject
}

/** A flag of the query such as `dryRun`; 400 for what is neither true nor false. */
export function queryFlag(request: ServiceRequest, name: string, fallback = false): boolean {
  const value = request.query.get(name)
  if (value === null || value === '') return fallback
  if (value !== 'true' && value !== 'false') throw badRequest(`Parameter '${name}' must be 'true' or 'false'`)
  return value === 'true'
}

/** A whole number of the query that is not negative. */
export function queryNumber(request: ServiceRequest, name: string): number | undefined {
  const value = request.query.get(name)
  if (value === null || value === '') return undefined
  if (!/^\d{1,9}$/.test(value)) throw badRequest(`Parameter '${name}' must be a number that isn't negative`)
  return Number(value)
}
