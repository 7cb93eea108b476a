/**
 * What may be a key, a port or part of a pod's environment, and what Kubernetes says when it is not. As with names, each
 * function returns the complaints, in order; an empty list means that the value is fine.
 */
import { checkFormat, checkLength, nameFormat, SUBDOMAIN_PATTERN } from '@skep/schema'

export {
  checkDns1035Label,
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkName,
  checkNamePrefix,
  checkPathSegment,
  checkQualifiedName,
} from '@skep/schema'

const WILDCARD_SUBDOMAIN = nameFormat(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${SUBDOMAIN_PATTERN}`,
  '*.example.com',
)
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const UNDERSCORE_SUBDOMAIN = nameFormat(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`,
  'example.com',
)
const CONFIG_KEY = nameFormat(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  '[-._a-zA-Z0-9]+',
  'key.name',
  'KEY_NAME',
  'key-name',
)
const PERCENT = nameFormat(
  "a valid percent string must be a numeric string followed by an ending '%'",
  '[0-9]+%',
  '1%',
  '93%',
)
const HTTP_HEADER = nameFormat(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
)

/** A DNS name whose labels may have underscores, as in service records. */
export const checkUnderscoreSubdomain = (value: string): readonly string[] => [
  ...checkLength(value, 253),
  ...checkFormat(value, UNDERSCORE_SUBDOMAIN),
]

/** A DNS name with a wildcard for its first label: `*.example.com`. */
export const checkWildcardSubdomain = (value: string): readonly string[] => [
  ...checkLength(value, 253),
  ...checkFormat(value, WILDCARD_SUBDOMAIN),
]

/** A key of a ConfigMap or Secret, which becomes a file name. */
export const checkConfigKey = (value: string): readonly string[] => [
  ...checkLength(value, 253),
  ...checkFormat(value, CONFIG_KEY),
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
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"]
}

/** A percentage: `25%`. */
export const checkPercent = (value: string): readonly string[] => checkFormat(value, PERCENT)

/** The name of an HTTP header. */
export const checkHttpHeaderName = (value: string): readonly string[] => checkFormat(value, HTTP_HEADER)

/** A port number. */
export const checkPortNumber = (port: number): readonly string[] => checkInRange(port, 1, 65535)

/** A number within bounds, both included. */
export const checkInRange = (value: number, min: number, max: number): readonly string[] =>
  value >= min && value <= max ? [] : [`must be between ${min} and ${max}, inclusive`]

/** The name of a port: `http-web`. */
export function checkPortName(port: string): readonly string[] {
  const complaints = checkLength(port, 15)
  if (!/^[-a-z0-9]+$/.test(port)) {
    complaints.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(port)) complaints.push('must contain at least one letter (a-z)')
  if (port.includes('--')) complaints.push('must not contain consecutive hyphens')
  if (port.startsWith('-') || port.endsWith('-')) complaints.push('must not begin or end with a hyphen')
  return complaints
}
