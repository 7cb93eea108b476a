/** What a request is about, from its header block. */
export interface RequestHead {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  readonly authority: string | undefined
  /** Of the body, if the client said so. */
  readonly contentLength: number | undefined
  /** Names and values in turn, without pseudo-headers. */
  readonly fields: readonly string[]
}

/** Letters that names may have; upper case is not among them (RFC 9113, 8.2.1). */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/
/** As for Go's servers, spaces around a value are nobody's problem. */
const BAD_VALUE = /[\0\r\n]/
/** What is about a connection of HTTP/1.1 has no place here (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])
const COLON = 0x3a

/** Stands for a head that is larger than allowed. */
export const NO_HEAD: RequestHead = {
  method: 'GET',
  path: '/',
  authority: undefined,
  contentLength: undefined,
  fields: [],
}

/** Reads the header block of a request; a text says what is wrong with it. */
export function readRequestHead(block: readonly string[]): RequestHead | string {
  const pseudo = readPseudoHeaders(block)
  if (typeof pseudo === 'string') return pseudo
  const fields = block.slice(pseudo.end)
  const problem = problemWith(fields) ?? problemWithTarget(pseudo)
  if (problem) return problem
  const contentLength = contentLengthOf(fields)
  if (Number.isNaN(contentLength)) return 'content-length is no number'
  const { method, path, authority } = pseudo
  return { method: method ?? '', path: path ?? '/', authority, contentLength, fields }
}

/** What is wrong with the fields after a body: they are no longer needed, but they must make sense. */
export const problemWithTrailers = (block: readonly string[]): string | undefined => problemWith(block)

interface PseudoHeaders {
  method: string | undefined
  scheme: string | undefined
  authority: string | undefined
  path: string | undefined
  /** Where the other headers begin. */
  end: number
}

type PseudoName = 'method' | 'scheme' | 'authority' | 'path'

/** Those at the beginning; one further on is found among the others, where its name is not allowed. */
function readPseudoHeaders(block: readonly string[]): PseudoHeaders | string {
  const found: PseudoHeaders = { method: undefined, scheme: undefined, authority: undefined, path: undefined, end: 0 }
  for (; found.end < block.length; found.end += 2) {
    const name = pseudoName(block[found.end]!)
    if (name === undefined) break
    if (name === 'unknown') return 'a pseudo-header is unknown'
    if (found[name] !== undefined) return 'a pseudo-header comes twice'
    const value = block[found.end + 1]!
    if (BAD_VALUE.test(value)) return 'a pseudo-header has a character that is not allowed'
    found[name] = value
  }
  return found
}

function pseudoName(name: string): PseudoName | 'unknown' | undefined {
  switch (name) {
    case ':method':
      return 'method'
    case ':scheme':
      return 'scheme'
    case ':authority':
      return 'authority'
    case ':path':
      return 'path'
    default:
      return name.charCodeAt(0) === COLON ? 'unknown' : undefined
  }
}

function problemWithTarget({ method, scheme, authority, path }: PseudoHeaders): string | undefined {
  if (!method) return ':method is missing'
  if (method !== 'CONNECT') return path && scheme ? undefined : ':path or :scheme is missing'
  return authority && path === undefined && scheme === undefined ? undefined : 'CONNECT is about an authority alone'
}

function problemWith(fields: readonly string[]): string | undefined {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!
    if (!NAME.test(name)) return 'the name of a header has a character that is not allowed'
    if (BAD_VALUE.test(fields[index + 1]!)) return 'the value of a header has a character that is not allowed'
    if (CONNECTION_HEADERS.has(name)) return 'a header is about the connection'
    if (name === 'te' && fields[index + 1] !== 'trailers') return 'te is something other than trailers'
  }
  return undefined
}

/** NaN when it is there but says nothing, or two different things. */
function contentLengthOf(fields: readonly string[]): number | undefined {
  let length: number | undefined
  for (let index = 0; index < fields.length; index += 2) {
    if (fields[index] !== 'content-length') continue
    const text = fields[index + 1]!
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (length !== undefined && length !== value) return Number.NaN
    length = value
  }
  return length
}
