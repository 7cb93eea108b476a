import { goQuote } from '../../go-text.ts'
import { objectType, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import type { Opaque } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'

const { bool, int, string } = TYPES

const SEMVER = objectType('kubernetes.Semver')

interface Version {
  numbers: readonly [bigint, bigint, bigint]
  prerelease: readonly string[]
}

class SemverValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = SEMVER
  readonly version: Version

  constructor(version: Version) {
    this.version = version
  }

  equals(other: Opaque): boolean {
    return other instanceof SemverValue && compareVersions(this, other) === 0
  }
}

/** A version, or why the text is none. */
function readVersion(text: string): Version | string {
  if (text === '') return 'Version string empty'
  const [major, minor, ...rest] = text.split('.')
  if (major === undefined || minor === undefined || rest.length === 0) return 'No Major.Minor.Patch elements found'
  const [, patch = '', prerelease, build] = /^([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest.join('.')) ?? []
  for (const [name, digits] of [
    ['Major', major],
    ['Minor', minor],
    ['Patch', patch],
  ] as const) {
    if (!/^\d+$/.test(digits)) return `Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(digits)}`
    if (digits.length > 20) return `strconv.ParseUint: parsing ${goQuote(digits)}: value out of range`
    if (/^0\d/.test(digits)) return `${name} number must not contain leading zeroes ${goQuote(digits)}`
  }
  const parts = prerelease?.split('.') ?? []
  const problem = parts.map(prereleaseProblem).find(Boolean) ?? build?.split('.').map(buildProblem).find(Boolean)
  return problem ?? { numbers: [BigInt(major), BigInt(minor), BigInt(patch)], prerelease: parts }
}

function prereleaseProblem(part: string): string | undefined {
  if (part === '') return 'Prerelease is empty'
  if (/^0\d+$/.test(part)) return `Numeric PreRelease version must not contain leading zeroes ${goQuote(part)}`
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in prerelease ${goQuote(part)}`
}

function buildProblem(part: string): string | undefined {
  if (part === '') return 'Build meta data is empty'
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in build meta data ${goQuote(part)}`
}

/** Fills in what people leave out or add: `v1.2` means `1.2.0`. */
function readNormalized(text: string): Version | string {
  const parts = text.replace(/^v/, '').split('.')
  const three = [...parts.slice(0, 2), ...(parts.length > 2 ? [parts.slice(2).join('.')] : [])]
  const trimmed = three.map((part) =>
    part.length > 1 ? part.replace(/^0+(?=\d)/, '').replace(/^0*(?=\D|$)/, '0') : part,
  )
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1)!)) {
    return 'short version cannot contain PreRelease/Build meta data'
  }
  while (trimmed.length < 3) trimmed.push('0')
  return readVersion(trimmed.join('.'))
}

const read = (text: string, normalize: boolean) => (normalize ? readNormalized(text) : readVersion(text))

function parse(text: string, normalize = false): SemverValue {
  const version = read(text, normalize)
  return typeof version === 'string' ? fail(version) : new SemverValue(version)
}

const isVersion = (text: string, normalize = false) => typeof read(text, normalize) !== 'string'

function compareVersions({ version: a }: SemverValue, { version: b }: SemverValue): number {
  for (const [index, mine] of a.numbers.entries()) {
    const theirs = b.numbers[index]!
    if (mine !== theirs) return mine < theirs ? -1 : 1
  }
  return comparePrereleases(a.prerelease, b.prerelease)
}

/** A release comes after its prereleases; prereleases compare part by part, and the longer one comes later. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length)
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareParts(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

function compareParts(a: string, b: string): number {
  if (a === b) return 0
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (aIsNumber && bIsNumber) return BigInt(a) < BigInt(b) ? -1 : 1
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  return a < b ? -1 : 1
}

const number = (name: string, index: 0 | 1 | 2) =>
  declare(
    name,
    method(`semver_${name}`, [SEMVER], int, ({ version }: SemverValue) => version.numbers[index]),
  )

/** Semantic versions. */
export const SEMVERS: Library = {
  types: [SEMVER],
  functions: [
    declare(
      'semver',
      overload('string_to_semver', [string], SEMVER, (text: string) => parse(text)),
      overload('string_bool_to_semver', [string, bool], SEMVER, parse),
    ),
    declare(
      'isSemver',
      overload('is_semver_string', [string], bool, (text: string) => isVersion(text)),
      overload('is_semver_string_bool', [string, bool], bool, isVersion),
    ),
    declare(
      'isGreaterThan',
      method(
        'semver_is_greater_than',
        [SEMVER, SEMVER],
        bool,
        (a: SemverValue, b: SemverValue) => compareVersions(a, b) > 0,
      ),
    ),
    declare(
      'isLessThan',
      method(
        'semver_is_less_than',
        [SEMVER, SEMVER],
        bool,
        (a: SemverValue, b: SemverValue) => compareVersions(a, b) < 0,
      ),
    ),
    declare(
      'compareTo',
      method('semver_compare_to', [SEMVER, SEMVER], int, (a: SemverValue, b: SemverValue) =>
        BigInt(compareVersions(a, b)),
      ),
    ),
    number('major', 0),
    number('minor', 1),
    number('patch', 2),
  ],
}
