import { listOf, mapOf, objectType, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import { ValueMap } from '../values/maps.ts'
import { listValue, type Opaque, type Value } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'
import { escapedPath, type GoUrl, hostname, parseUrl, port, queryParameters, UrlError } from './go-url.ts'

const { bool, string } = TYPES

const URL_TYPE = objectType('kubernetes.URL')

class UrlValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = URL_TYPE
  readonly url: GoUrl

  constructor(url: GoUrl) {
    this.url = url
  }

  equals(other: Opaque): boolean {
    return other instanceof UrlValue && this.url.text === other.url.text
  }
}

function tryParse(text: string): GoUrl | UrlError {
  try {
    return parseUrl(text)
  } catch (error) {
    if (error instanceof UrlError) return error
    throw error
  }
}

function parse(text: string): UrlValue {
  const url = tryParse(text)
  return url instanceof UrlError
    ? fail(`URL parse error during conversion from string: ${url.message}`)
    : new UrlValue(url)
}

function query({ url }: UrlValue): Value {
  const map = new ValueMap()
  for (const [name, values] of queryParameters(url)) map.set(name, listValue(values))
  return map
}

const part = (name: string, id: string, get: (url: GoUrl) => string) =>
  declare(
    name,
    method(id, [URL_TYPE], string, ({ url }: UrlValue) => get(url)),
  )

/** URLs. */
export const URLS: Library = {
  types: [URL_TYPE],
  functions: [
    declare('url', overload('string_to_url', [string], URL_TYPE, parse)),
    declare(
      'isURL',
      overload('is_url_string', [string], bool, (text: string) => !(tryParse(text) instanceof UrlError)),
    ),
    part('getScheme', 'url_get_scheme', ({ scheme }) => scheme),
    part('getHost', 'url_get_host', ({ host }) => host),
    part('getHostname', 'url_get_hostname', hostname),
    part('getPort', 'url_get_port', port),
    part('getEscapedPath', 'url_get_escaped_path', escapedPath),
    declare('getQuery', method('url_get_query', [URL_TYPE], mapOf(string, listOf(string)), query)),
  ],
}
