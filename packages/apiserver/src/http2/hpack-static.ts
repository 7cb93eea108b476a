/** A header field. Names are in lower case. */
export interface Field {
  readonly name: string
  readonly value: string
}

const FIELDS = `:authority
:method GET
:method POST
:path /
:path /index.html
:scheme http
:scheme https
:status 200
:status 204
:status 206
:status 304
:status 400
:status 404
:status 500
accept-charset
accept-encoding gzip, deflate
accept-language
accept-ranges
accept
access-control-allow-origin
age
allow
authorization
cache-control
content-disposition
content-encoding
content-language
content-length
content-location
content-range
content-type
cookie
date
etag
expect
expires
from
host
if-match
if-modified-since
if-none-match
if-range
if-unmodified-since
last-modified
link
location
max-forwards
proxy-authenticate
proxy-authorization
range
referer
refresh
retry-after
server
set-cookie
strict-transport-security
transfer-encoding
user-agent
vary
via
www-authenticate`

/** The fields that both sides know from the start; the first is number 1 (RFC 7541, appendix A). */
export const STATIC_TABLE: readonly Field[] = FIELDS.split('\n').map((line) => {
  const space = line.indexOf(' ')
  return space === -1 ? { name: line, value: '' } : { name: line.slice(0, space), value: line.slice(space + 1) }
})

/** The number of the first field of a name. */
export const STATIC_NAMES: ReadonlyMap<string, number> = new Map(
  STATIC_TABLE.map(({ name }, index): [string, number] => [name, index + 1]).reverse(),
)

/** Statuses that are a field of their own, by their number. */
export const STATIC_STATUSES: ReadonlyMap<number, number> = new Map(
  STATIC_TABLE.flatMap(({ name, value }, index) =>
    name === ':status' ? [[Number(value), index + 1] as [number, number]] : [],
  ),
)
