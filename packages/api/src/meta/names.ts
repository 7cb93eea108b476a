/**
 * What may be a name, a key or a value, and what Kubernetes says when it is not. Each function returns the complaints, in
 * order; an empty list means that the value is fine. Clients show these texts, so they are exact.
 */
import type { NameRule } from '@skep/schema'

const NONE: readonly string[] = []

/** A pattern that must match as a whole, with the text that is said when it does not. */
interface Format {
  readonly pattern: RegExp
  readonly complaint: string
}

/** `examples` are quoted in the complaint, as `(e.g. 'a',  or 'b', regex used ...)`. */
function format(sentence: string, source: string, ...examples: string[]): Format {
  const shown = examples.length === 0 ? '' : `e.g. ${examples.map((each) => `'${each}', `).join(' or ')}`
  return {
    pattern: new RegExp(`^${source}$`),
    complaint: `${sentence} (${shown}regex used for validation is '${source}')`,
  }
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const QUALIFIED_PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

const DNS_LABEL = format(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL,
  'my-name',
  '123-abc',
)
const DNS_1035_LABEL = format(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  'abc-123',
)
const DNS_SUBDOMAIN = format(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN,
  'example.com',
)
const WILDCARD_SUBDOMAIN = format(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${SUBDOMAIN}`,
  '*.example.com',
)
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const UNDERSCORE_SUBDOMAIN = format(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`,
  'example.com',
)
const QUALIFIED_NAME = format(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED_PART,
  'MyName',
  'my.name',
  '123-abc',
)
const LABEL_VALUE = format(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${QUALIFIED_PART})?`,
  'MyValue',
  'my_value',
  '12345',
)
const CONFIG_KEY = format(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  '[-._a-zA-Z0-9]+',
  'key.name',
  'KEY_NAME',
  'key-name',
)
const PERCENT = format(
  "a valid percent string must be a numeric string followed by an ending '%'",
  '[0-9]+%',
  '1%',
  '93%',
)
const HTTP_HEADER = format(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
)

const tooLong = (value: string, max: number, unit = 'characters'): string[] =>
  Buffer.byteLength(value) > max ? [`must be no more than ${max} ${unit}`] : []

const mismatch = (value: string, { pattern, complaint }: Format): string[] => (pattern.test(value) ? [] : [complaint])

/** A DNS label: `my-name`. */
export function checkDnsLabel(value: string): readonly string[] {
  if (value.length <= 63 && DNS_LABEL.pattern.test(value)) return NONE
  const dotted = !DNS_LABEL.pattern.test(value) && DNS_SUBDOMAIN.pattern.test(value)
  return [...tooLong(value, 63), ...(dotted ? ['must not contain dots'] : mismatch(value, DNS_LABEL))]
}

/** A DNS label that starts with a letter, as in RFC 1035. */
export const checkDns1035Label = (value: string): readonly string[] => [
  ...tooLong(value, 63),
  ...mismatch(value, DNS_1035_LABEL),
]

/** A DNS name: `example.com`. */
export const checkDnsSubdomain = (value: string): readonly string[] =>
  value.length <= 253 && DNS_SUBDOMAIN.pattern.test(value)
    ? NONE
    : [...tooLong(value, 253), ...mismatch(value, DNS_SUBDOMAIN)]

/** A DNS name whose labels may have underscores, as in service records. */
export const checkUnderscoreSubdomain = (value: string): readonly string[] => [
  ...tooLong(value, 253),
  ...mismatch(value, UNDERSCORE_SUBDOMAIN),
]

/** A DNS name with a wildcard for its first label: `*.example.com`. */
export const checkWildcardSubdomain = (value: string): readonly string[] => [
  ...tooLong(value, 253),
  ...mismatch(value, WILDCARD_SUBDOMAIN),
]

/** A key of a label or annotation, a name of a finalizer: `[example.com/]name`. */
export function checkQualifiedName(value: string): readonly string[] {
  const parts = value.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${QUALIFIED_NAME.complaint} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const complaints = name === '' ? ['must be non-empty'] : tooLong(name, 63, 'bytes')
  complaints.push(...mismatch(name, QUALIFIED_NAME))
  return [
    ...(parts.length === 2 ? checkKeyPrefix(parts[0] ?? '') : []),
    ...complaints.map((each) => `name part ${each}`),
  ]
}

const checkKeyPrefix = (prefix: string): string[] =>
  (prefix === '' ? ['must be non-empty'] : [...tooLong(prefix, 253, 'bytes'), ...mismatch(prefix, DNS_SUBDOMAIN)]).map(
    (each) => `prefix part ${each}`,
  )

/** The value of a label. */
export const checkLabelValue = (value: string): readonly string[] =>
  value.length <= 63 && LABEL_VALUE.pattern.test(value)
    ? NONE
    : [...tooLong(value, 63, 'bytes'), ...mismatch(value, LABEL_VALUE)]

/** A key of a ConfigMap or Secret, which becomes a file name. */
export const checkConfigKey = (value: string): readonly string[] => [
  ...tooLong(value, 253),
  ...mismatch(value, CONFIG_KEY),
  ...checkDotDot(value),
]

function checkDotDot(value: string): string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`]
  return value.startsWith('..') ? ["must not start with '..'"] : []
}

/** The name of an environment variable: anything printable in ASCII but the equals sign. */
export function checkEnvVarName(value: string): readonly string[] {
  if (value === '') return ['environment variable name must be non-empty']
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value)
    ? NONE
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"]
}

/** A percentage: `25%`. */
export const checkPercent = (value: string): readonly string[] => mismatch(value, PERCENT)

/** The name of an HTTP header. */
export const checkHttpHeaderName = (value: string): readonly string[] => mismatch(value, HTTP_HEADER)

/** A port number. */
export const checkPortNumber = (port: number): readonly string[] => checkInRange(port, 1, 65535)

/** A number within bounds, both included. */
export const checkInRange = (value: number, min: number, max: number): readonly string[] =>
  value >= min && value <= max ? NONE : [`must be between ${min} and ${max}, inclusive`]

/** The name of a port: `http-web`. */
export function checkPortName(port: string): readonly string[] {
  const complaints = tooLong(port, 15)
  if (!/^[-a-z0-9]+$/.test(port)) {
    complaints.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(port)) complaints.push('must contain at least one letter (a-z)')
  if (port.includes('--')) complaints.push('must not contain consecutive hyphens')
  if (port.startsWith('-') || port.endsWith('-')) complaints.push('must not begin or end with a hyphen')
  return complaints
}

/** A name that is only ever a segment of a path, as RBAC objects have. */
export const checkPathSegment = (name: string): readonly string[] =>
  name === '.' || name === '..' ? [`may not be '${name}'`] : checkPathSegmentPrefix(name)

const checkPathSegmentPrefix = (name: string): readonly string[] =>
  ['/', '%'].filter((character) => name.includes(character)).map((character) => `may not contain '${character}'`)

const NAME_RULES: Record<NameRule, (name: string) => readonly string[]> = {
  'dns-subdomain': checkDnsSubdomain,
  'dns-label': checkDnsLabel,
  'dns-1035-label': checkDns1035Label,
  'path-segment': checkPathSegment,
}

/** The name of an object, by the rule of its kind. */
export const checkName = (rule: NameRule, name: string): readonly string[] => NAME_RULES[rule](name)

/** The beginning of a name that is yet to be generated: a dash at its end is fine, for more follows. */
export function checkNamePrefix(rule: NameRule, prefix: string): readonly string[] {
  if (rule === 'path-segment') return checkPathSegmentPrefix(prefix)
  return checkName(rule, prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -1)}a` : prefix)
}
