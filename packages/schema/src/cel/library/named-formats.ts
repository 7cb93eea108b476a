import { findFormat } from '../../formats/registry.ts'
import { listOf, objectType, optionalOf, TYPES } from '../types/type.ts'
import { listValue, NONE, type Opaque, Optional, type Value } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'
import { parseUrl, UrlError } from './go-url.ts'

const { string } = TYPES

const NAMED_FORMAT = objectType('kubernetes.NamedFormat')

type Check = (text: string) => string[]

/** A format that strings can be checked for. `patternSize` stands for the effort. */
export class NamedFormat implements Opaque {
  readonly celKind = 'opaque'
  readonly type = NAMED_FORMAT
  readonly name: string
  readonly patternSize: number
  readonly check: Check

  constructor(name: string, patternSize: number, check: Check) {
    this.name = name
    this.patternSize = patternSize
    this.check = check
  }

  equals(other: Opaque): boolean {
    return other instanceof NamedFormat && other.name === this.name
  }
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

/** A check for a length and a pattern, with the words Kubernetes has for both. */
function pattern(max: number, source: string, sentence: string, ...examples: string[]): Check {
  const expression = new RegExp(`^${source}$`)
  const shown = `e.g. ${examples.map((each) => `'${each}', `).join(' or ')}`
  const complaint = `${sentence} (${shown}regex used for validation is '${source}')`
  return (text) => [
    ...(Buffer.byteLength(text) > max ? [`must be no more than ${max} characters`] : []),
    ...(expression.test(text) ? [] : [complaint]),
  ]
}

const subdomain = pattern(
  253,
  `${LABEL}(\\.${LABEL})*`,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
)
const plainLabel = pattern(
  63,
  LABEL,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  'my-name',
  '123-abc',
)
const isSubdomain = new RegExp(`^${LABEL}(\\.${LABEL})+$`)
const label: Check = (text) =>
  isSubdomain.test(text) ? [...plainLabel(text).slice(0, -1), 'must not contain dots'] : plainLabel(text)
const label1035 = pattern(
  63,
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  'my-name',
  'abc-123',
)
const keyName = pattern(
  63,
  KEY,
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  'MyName',
  'my.name',
  '123-abc',
)
const labelValue = pattern(
  63,
  `(${KEY})?`,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  'MyValue',
  'my_value',
  '12345',
)

const qualifiedName: Check = (text) => {
  const parts = text.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${keyName('')[0]} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const [prefix, name] = parts.length === 2 ? parts : [undefined, parts[0]]
  const prefixed = prefix === undefined ? [] : prefix === '' ? ['must be non-empty'] : subdomain(prefix)
  const named = [...(name === '' ? ['must be non-empty'] : []), ...keyName(name!)]
  return [...prefixed.map((each) => `prefix part ${each}`), ...named.map((each) => `name part ${each}`)]
}

/** More may follow, so a dash at the end is fine. */
const prefixOf =
  (check: Check): Check =>
  (text) =>
    check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text)

const uri: Check = (text) => {
  try {
    parseUrl(text)
    return []
  } catch (error) {
    if (error instanceof UrlError) return [error.message]
    throw error
  }
}

const schemaFormat =
  (name: string, complaint: string): Check =>
  (text) =>
    findFormat(name)?.(text) === false ? [complaint] : []

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', 'DNS1123Label', 30, label],
      ['dns1123Subdomain', 'DNS1123Subdomain', 60, subdomain],
      ['dns1035Label', 'DNS1035Label', 30, label1035],
      ['qualifiedName', 'QualifiedName', 60, qualifiedName],
      ['dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, prefixOf(label)],
      ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', 60, prefixOf(subdomain)],
      ['dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, prefixOf(label1035)],
      ['labelValue', 'LabelValue', 40, labelValue],
      ['uri', 'URI', 1103, uri],
      ['uuid', 'uuid', 70, schemaFormat('uuid', 'does not match the UUID format')],
      ['byte', 'byte', 84, schemaFormat('byte', 'invalid base64')],
      ['date', 'date', 71, schemaFormat('date', 'invalid date')],
      ['datetime', 'datetime', 71, schemaFormat('datetime', 'invalid datetime')],
    ] as const
  ).map(([id, name, size, check]) => [id, new NamedFormat(name, size, check)]),
)

function validate(format: NamedFormat, text: string): Value {
  const complaints = format.check(text)
  return complaints.length === 0 ? NONE : new Optional(listValue(complaints))
}

function named(name: string): Value {
  const format = FORMATS.get(name)
  return format ? new Optional(format) : NONE
}

/** Formats of names and other strings: `format.dns1123Label().validate(x)`. */
export const NAMED_FORMATS: Library = {
  types: [NAMED_FORMAT],
  functions: [
    declare('validate', method('format-validate', [NAMED_FORMAT, string], optionalOf(listOf(string)), validate)),
    declare('format.named', overload('format-named', [string], optionalOf(NAMED_FORMAT), named)),
    ...Array.from(FORMATS, ([id, format]) =>
      declare(
        `format.${id}`,
        overload(`format.${id}`, [], NAMED_FORMAT, () => format),
      ),
    ),
  ],
}
