import { isCidrFormat, isHostnameFormat, isIPv4Format, isIPv6Format, isMacFormat } from './network.ts'
import { isCreditCardFormat, isIsbn10Format, isIsbn13Format } from './numbers.ts'
import { isDateFormat, isDateTimeFormat, isDurationFormat } from './times.ts'
import { isEmailFormat, isUriFormat } from './uri.ts'

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

const HEX = '[0-9a-f]'
const uuid = (version: string, variant: string) =>
  matches(new RegExp(`^${HEX}{8}-?${HEX}{4}-?${version}${HEX}{3}-?${variant}${HEX}{3}-?${HEX}{12}$`, 'i'))

const SHORT_NAME = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const isShortName = matches(new RegExp(`^${SHORT_NAME}$`))
const isLongName = matches(new RegExp(`^${SHORT_NAME}(\\.${SHORT_NAME})*$`))
const CHANNEL = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'

/** Every format that strings of custom resources are checked for. Names have no dashes: `date-time` is `datetime`. */
const FORMATS: Record<string, (text: string) => boolean> = {
  bsonobjectid: matches(/^[0-9a-f]{24}$/i),
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  cidr: isCidrFormat,
  creditcard: isCreditCardFormat,
  date: isDateFormat,
  datetime: isDateTimeFormat,
  duration: isDurationFormat,
  email: isEmailFormat,
  hexcolor: matches(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i),
  hostname: isHostnameFormat,
  ipv4: isIPv4Format,
  ipv6: isIPv6Format,
  isbn: (text) => isIsbn10Format(text) || isIsbn13Format(text),
  isbn10: isIsbn10Format,
  isbn13: isIsbn13Format,
  k8slongname: (text) => text.length <= 253 && isLongName(text),
  k8sshortname: (text) => text.length <= 63 && isShortName(text),
  mac: isMacFormat,
  password: () => true,
  rgbcolor: matches(new RegExp(`^rgb\\(\\s*${CHANNEL}\\s*,\\s*${CHANNEL}\\s*,\\s*${CHANNEL}\\s*\\)$`)),
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  uri: isUriFormat,
  uuid: uuid(HEX, HEX),
  uuid3: uuid('3', HEX),
  uuid4: uuid('4', '[89ab]'),
  uuid5: uuid('5', '[89ab]'),
}

/** The check that belongs to the name of a string format; undefined for one that is not checked. */
export function findFormat(name: string): ((text: string) => boolean) | undefined {
  const normalized = name.replaceAll('-', '')
  return Object.hasOwn(FORMATS, normalized) ? FORMATS[normalized] : undefined
}
