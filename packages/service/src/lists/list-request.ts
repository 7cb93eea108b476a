import { ServiceError } from '../errors/service-error.ts'

/** What a list request asks for, checked. */
export interface ListRequest {
  readonly page: number
  readonly size: number
  readonly search: string | undefined
  readonly order: string | undefined
  readonly fields: readonly string[] | undefined
}

const DEFAULT_SIZE = 100
/** Larger pages are cut to this. */
const MAX_SIZE = 1_000
const MAX_PAGE = 1_000_000_000

/** Reads `page`, `size`, `search`, `order` and `fields`; of repeated ones, the first. Throws a `ServiceError` with status 400. */
export function parseListRequest(query: URLSearchParams): ListRequest {
  const page = wholeNumber(query, 'page', 1)
  const size = wholeNumber(query, 'size', DEFAULT_SIZE)
  if (page < 1 || page > MAX_PAGE) throw invalid('page', String(page), `from 1 to ${MAX_PAGE}`)
  return {
    page,
    size: Math.min(size, MAX_SIZE),
    search: query.get('search') || undefined,
    order: query.get('order') || undefined,
    fields: namesIn(query.get('fields') ?? ''),
  }
}

function wholeNumber(query: URLSearchParams, name: string, absent: number): number {
  const text = query.get(name) || String(absent)
  if (!/^\d{1,15}$/.test(text)) throw invalid(name, text, 'that is not negative')
  return Number(text)
}

function namesIn(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  return given.length > 0 ? given : undefined
}

const invalid = (name: string, value: string, range: string): ServiceError =>
  new ServiceError(400, `Value '${value}' of parameter '${name}' isn't valid: it must be a whole number ${range}`)
