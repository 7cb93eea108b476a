import { goQuote } from '../../go-text.ts'

/** The parts of a URL that CEL can see. */
export interface GoUrl {
  scheme: string
  host: string
  /** As it was written. */
  path: string
  query: string
  text: string
}

/** Why a text is no URL. */
export class UrlError extends Error {
  override readonly name = 'UrlError'

  constructor(text: string, problem: string) {
    super(`parse ${goQuote(text)}: ${problem}`)
  }
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a URL must not have
const CONTROL = /[\x00-\x1f\x7f]/
const USER_INFO = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/
const BAD_HOST_CHARACTER = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]/u

/** Reads an absolute URL or an absolute path, the way Go reads the target of a request. */
export function parseUrl(text: string): GoUrl {
  const problem = (detail: string) => new UrlError(text, detail)
  if (CONTROL.test(text)) throw problem('net/url: invalid control character in URL')
  if (text === '') throw problem('empty url')
  if (text.startsWith(':')) throw problem('missing protocol scheme')
  const scheme = SCHEME.exec(text)?.[1] ?? ''
  const rest = scheme === '' ? text : text.slice(scheme.length + 1)
  const [beforeQuery, query] = cut(rest, '?')
  if (!beforeQuery.startsWith('/') && text !== '*' && scheme === '') throw problem('invalid URI for request')
  const hasAuthority = scheme !== '' && beforeQuery.startsWith('//')
  const [authority, path] = hasAuthority ? splitAuthority(beforeQuery.slice(2)) : ['', beforeQuery]
  const url = { scheme: scheme.toLowerCase(), host: readHost(authority, problem), text }
  if (!beforeQuery.startsWith('/')) return { ...url, path: '', query: cut(query, '#')[0] }
  checkEscapes(path, problem)
  // The fragment belongs to no request; Go cuts it off when it reads the URL a second time.
  const [pathOnly, fragment] = cut(path, '#')
  return { ...url, path: pathOnly, query: fragment === '' ? cut(query, '#')[0] : '' }
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function splitAuthority(text: string): [string, string] {
  const slash = text.indexOf('/')
  return slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
}

function readHost(authority: string, problem: (detail: string) => UrlError): string {
  const at = authority.lastIndexOf('@')
  if (at >= 0 && !USER_INFO.test(authority.slice(0, at))) throw problem('net/url: invalid userinfo')
  const host = authority.slice(at + 1)
  const port = host.startsWith('[') ? host.slice(host.lastIndexOf(']') + 1) : (/:[^:]*$/.exec(host)?.[0] ?? '')
  if (host.startsWith('[') && !host.includes(']')) throw problem("missing ']' in host")
  if (!/^(?::\d*)?$/.test(port)) throw problem(`invalid port ${goQuote(port)} after host`)
  const bad = BAD_HOST_CHARACTER.exec(host)?.[0]
  if (bad !== undefined) throw problem(`invalid character ${goQuote(bad)} in host name`)
  return host
}

function checkEscapes(path: string, problem: (detail: string) => UrlError): void {
  const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/su.exec(path)?.[0]
  if (bad !== undefined) throw problem(`invalid URL escape ${goQuote(bad)}`)
}

/** The host without its port, and without the brackets of an IPv6 address. */
export function hostname({ host }: GoUrl): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1]
  return bracketed ?? host.replace(/:\d*$/, '')
}

/** The port, empty when there is none. */
export const port = ({ host }: GoUrl): string => /:(\d*)$/.exec(host.replace(/^\[[^\]]*\]/, ''))?.[1] ?? ''

/** The path with everything escaped that must be. */
export const escapedPath = ({ path }: GoUrl): string =>
  path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]+/gu, (part) => encodeURIComponent(part))

/** The parameters of the query, each with its values in order. Parameters that cannot be read are left out. */
export function queryParameters({ query }: GoUrl): Map<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const [key, value] = cut(pair, '=').map(decodeQuery)
    if (key === undefined || value === undefined) continue
    parameters.set(key, [...(parameters.get(key) ?? []), value])
  }
  return parameters
}

function decodeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
