import { findFormat } from '../../formats/registry.ts'
import type { NameRule } from '../../kind.ts'
import {
  checkDns1035Label,
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkNamePrefix,
  checkQualifiedName,
} from '../../names.ts'
import { listOf, objectType, optionalOf, TYPES } from '../types/type.ts'
import { listValue, NONE, type Opaque, Optional, type Value } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'
import { parseUrl, UrlError } from './go-url.ts'

const { string } = TYPES

const NAMED_FORMAT = objectType('kubernetes.NamedFormat')

type Check = (text: string) => readonly string[]

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

const prefixOf =
  (rule: NameRule): Check =>
  (text) =>
    checkNamePrefix(rule, text)

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
      ['dns1123Label', 'DNS1123Label', 30, checkDnsLabel],
      ['dns1123Subdomain', 'DNS1123Subdomain', 60, checkDnsSubdomain],
      ['dns1035Label', 'DNS1035Label', 30, checkDns1035Label],
      ['qualifiedName', 'QualifiedName', 60, checkQualifiedName],
      ['dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, prefixOf('dns-label')],
      ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', 60, prefixOf('dns-subdomain')],
      ['dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, prefixOf('dns-1035-label')],
      ['labelValue', 'LabelValue', 40, checkLabelValue],
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
