import { isObject, type Json, type JsonObject } from '@skep/schema'
import { badRequest } from './errors.ts'

const VERSION = 'meta.k8s.io/v1'

/** Where the next page of a list starts. */
export interface ContinueToken {
  /** State that the list is of; -1 for "whatever is there now", after the state was lost. */
  revision: number
  /** Key after which the page starts. */
  after: string
}

/** As kube-apiserver writes them: base64url of a small JSON object whose start is the key just after the last one. */
export function encodeContinue({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start: `${after}\0` })).toString('base64url')
}

export function decodeContinue(token: string): ContinueToken {
  const { v = '', rv = 0, start = '' } = parseToken(Buffer.from(token, 'base64url').toString('latin1'))
  if (v !== VERSION) throw wrong(`server does not recognize this encoded version ${v}`)
  if (rv === 0) throw wrong(`incorrect encoded start resourceVersion (version ${VERSION})`)
  if (start === '') throw wrong(`encoded start key empty (version ${VERSION})`)
  if (/(^|\/)\.{0,2}(\/|$)/.test(start)) throw wrong(start)
  return { revision: Math.max(-1, rv), after: start.endsWith('\0') ? start.slice(0, -1) : start }
}

interface TokenFields {
  v?: string
  rv?: number
  start?: string
}

function parseToken(text: string): TokenFields {
  let value: Json
  try {
    value = JSON.parse(Buffer.from(text, 'latin1').toString())
  } catch {
    throw wrong(syntaxProblem(text))
  }
  if (value === null) return {}
  if (!isObject(value)) throw wrong('json: cannot unmarshal the token')
  return { ...field(value, 'v', 'string'), ...field(value, 'rv', 'number'), ...field(value, 'start', 'string') }
}

/** Anybody can make up a token, so nothing in it is believed to be of its type. */
function field(token: JsonObject, name: keyof TokenFields, type: 'string' | 'number'): TokenFields {
  const value = token[name]
  if (value === undefined || value === null) return {}
  if (typeof value === type && (type === 'string' || Number.isSafeInteger(value))) return { [name]: value }
  throw wrong(`json: cannot unmarshal field ${name} of the token`)
}

function syntaxProblem(text: string): string {
  const first = text.trimStart()[0]
  if (first === undefined || '{["-0123456789tfn'.includes(first)) return 'unexpected end of JSON input'
  return `invalid character ${quoteCharacter(first)} looking for beginning of value`
}

/** A character as Go's `strconv` quotes it. */
function quoteCharacter(character: string): string {
  const code = character.charCodeAt(0)
  return code >= 0x20 && code < 0x7f ? `'${character}'` : `'\\u${code.toString(16).padStart(4, '0')}'`
}

const wrong = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`)
