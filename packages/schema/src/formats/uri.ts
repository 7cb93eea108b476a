import { compileRe2 } from '@skep/base'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\x00-\x1f\x7f]/
const BAD_ESCAPE = /%(?![0-9a-f]{2})/i
const USER_INFO = /^[A-Za-z0-9\-._~:!$&'()*+,;=%@]*$/
const HOST = /^[A-Za-z0-9\-._~:!$&'()*+,;=<>"[\]%\u0080-\uffff]*$/
/** A host may escape bytes above ASCII only, and the percent sign itself. */
const BAD_HOST_ESCAPE = /%(?!25|[89a-f][0-9a-f])/i

/** An absolute URI or an absolute path, as it may stand in an HTTP request. */
export function isUriFormat(text: string): boolean {
  if (text === '' || text.startsWith(':') || CONTROL.test(text)) return false
  if (text === '*') return true
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0] ?? ''
  const beforeQuery = text.slice(scheme.length).split('?', 1)[0] ?? ''
  if (!beforeQuery.startsWith('/')) return scheme !== ''
  if (scheme === '' || !beforeQuery.startsWith('//')) return !BAD_ESCAPE.test(beforeQuery)
  const [, authority = '', path = ''] = /^\/\/([^/]*)(.*)$/s.exec(beforeQuery) ?? []
  return isAuthority(authority) && !BAD_ESCAPE.test(path)
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const userInfo = authority.slice(0, Math.max(at, 0))
  return USER_INFO.test(userInfo) && !BAD_ESCAPE.test(userInfo) && isHost(authority.slice(at + 1))
}

function isHost(host: string): boolean {
  const port = host.startsWith('[') ? /^\[[^\]]*\](.*)$/.exec(host)?.[1] : (/(:[^:]*)$/.exec(host)?.[1] ?? '')
  return port !== undefined && /^(:\d*)?$/.test(port) && HOST.test(host) && !BAD_HOST_ESCAPE.test(host)
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\x{80}-\\x{10ffff}]+"
const DOT_ATOM = `${ATOM}(\\.${ATOM})*`
const QUOTED = '"([^"\\\\]|\\\\.)*"'
const ADDRESS = `(${DOT_ATOM}|${QUOTED})@(${DOT_ATOM}|\\[[^\\[\\]\\\\]*\\])`
const EMAIL = compileRe2(`^\\s*(${ADDRESS}|((${ATOM}|\\.|${QUOTED})\\s*)*<\\s*${ADDRESS}\\s*>)\\s*$`)

/** A mail address (RFC 5322), with or without a display name. */
export const isEmailFormat = (text: string): boolean => EMAIL.test(text)
