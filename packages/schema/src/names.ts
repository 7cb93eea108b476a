/**
 * What may be a name, a key or a value, and what Kubernetes says when it is not. Each function returns the complaints, in
 * order; an empty list means that the value is fine. Clients show these texts, so they are exact.
 */
import type { NameRule } from './kind.ts'

const NONE: readonly string[] = []

/** A pattern that must match as a whole, with the text that is said when it does not. */
export interface NameFormat {
  readonly pattern: RegExp
  readonly complaint: string
}

/** A format with its complaint: `examples` are quoted in it, as `(e.g. 'a',  or 'b', regex used ...)`. */
export function nameFormat(sentence: string, source: string, ...examples: string[]): NameFormat {
  const shown = examples.length === 0 ? '' : `e.g. ${examples.map((each) => `'${each}', `).join(' or ')}`
  return {
    pattern: new RegExp(`^${source}$`),
    complaint: `${sentence} (${shown}regex used for validation is '${source}')`,
  }
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
/** The pattern of a DNS name: labels with dots between them. */
export const SUBDOMAIN_PATTERN = `${LABEL}(\\.${LABEL})*`
const QUALIFIED_PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

const DNS_LABEL = nameFormat(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL,
  'my-name',
  '123-abc',
)
const DNS_1035_LABEL = nameFormat(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  'abc-123',
)
const DNS_SUBDOMAIN = nameFormat(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN_PATTERN,
  'example.com',
)
const QUALIFIED_NAME = nameFormat(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED_PART,
  'MyName',
  'my.name',
  '123-abc',
)
const LABEL_VALUE = nameFormat(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${QUALIFIED_PART})?`,
  'MyValue',
  'my_value',
  '12345',
)

/** The complaint about a value with more than `max` bytes; older texts call them characters. */
export const checkLength = (value: string, max: number, unit = 'characters'): string[] =>
  Buffer.byteLength(value) > max ? [`must be no more than ${max} ${unit}`] : []

/** The complaint about a value that is not of a format. */
export const checkFormat = (value: string, { pattern, complaint }: NameFormat): string[] =>
  pattern.test(value) ? [] : [complaint]

/** A DNS label: `my-name`. */
export function checkDnsLabel(value: string): readonly string[] {
  if (value.length <= 63 && DNS_LABEL.pattern.test(value)) return NONE
  const dotted = !DNS_LABEL.pattern.test(value) && DNS_SUBDOMAIN.pattern.test(value)
  return [...checkLength(value, 63), ...(dotted ? ['must not contain dots'] : checkFormat(value, DNS_LABEL))]
}

/** A DNS label that starts with a letter, as in RFC 1035. */
export const checkDns1035Label = (value: string): readonly string[] => [
  ...checkLength(value, 63),
  ...checkFormat(value, DNS_1035_LABEL),
]

/** A DNS name: `example.com`. */
export const checkDnsSubdomain = (value: string): readonly string[] =>
  value.length <= 253 && DNS_SUBDOMAIN.pattern.test(value)
    ? NONE
    : [...checkLength(value, 253), ...checkFormat(value, DNS_SUBDOMAIN)]

/** A whole key. Whatever matches and is no longer than its name alone may be has nothing wrong with it. */
const QUALIFIED_KEY = new RegExp(`^(?:${SUBDOMAIN_PATTERN}/)?${QUALIFIED_PART}$`)

/** A key of a label or annotation, a name of a finalizer: `[example.com/]name`. */
export function checkQualifiedName(value: string): readonly string[] {
  if (value.length <= 63 && QUALIFIED_KEY.test(value)) return NONE
  const parts = value.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${QUALIFIED_NAME.complaint} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const complaints = name === '' ? ['must be non-empty'] : checkLength(name, 63, 'bytes')
  complaints.push(...checkFormat(name, QUALIFIED_NAME))
  return [
    ...(parts.length === 2 ? checkKeyPrefix(parts[0] ?? '') : []),
    ...complaints.map((each) => `name part ${each}`),
  ]
}

const checkKeyPrefix = (prefix: string): string[] =>
  (prefix === ''
    ? ['must be non-empty']
    : [...checkLength(prefix, 253, 'bytes'), ...checkFormat(prefix, DNS_SUBDOMAIN)]
  ).map((each) => `prefix part ${each}`)

/** The value of a label. */
export const checkLabelValue = (value: string): readonly string[] =>
  value.length <= 63 && LABEL_VALUE.pattern.test(value)
    ? NONE
    : [...checkLength(value, 63, 'bytes'), ...checkFormat(value, LABEL_VALUE)]

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
export const checkNamePrefix = (rule: NameRule, prefix: string): readonly string[] =>
  rule === 'path-segment' ? checkPathSegmentPrefix(prefix) : checkName(rule, maskDash(prefix))

// A letter takes the place of the dash and of what stands before it, as in Kubernetes.
const maskDash = (prefix: string): string =>
  prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
