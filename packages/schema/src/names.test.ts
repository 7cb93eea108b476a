import { describe, expect, it } from 'vitest'
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkName,
  checkNamePrefix,
  checkQualifiedName,
} from './names.ts'

const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const NAME_PART_TEXT =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

describe('names', () => {
  it.each([
    ['web-1', []],
    ['a.b', ['must not contain dots']],
    ['Web', [LABEL_TEXT]],
    ['-web', [LABEL_TEXT]],
    ['a'.repeat(64), ['must be no more than 63 characters']],
    ['', [LABEL_TEXT]],
  ])('takes %j as a DNS label or says why not', (name, complaints) => {
    expect(checkDnsLabel(name)).toEqual(complaints)
  })

  it.each([
    ['a.b-c.1', []],
    ['a..b', [SUBDOMAIN_TEXT]],
    ['under_score', [SUBDOMAIN_TEXT]],
    ['a'.repeat(254), ['must be no more than 253 characters']],
  ])('takes %j as a DNS name or says why not', (name, complaints) => {
    expect(checkDnsSubdomain(name)).toEqual(complaints)
  })

  it('refuses slashes and percent signs in names that are path segments', () => {
    expect(checkName('path-segment', 'has:colon.And-Upper_Case')).toEqual([])
    expect(checkName('path-segment', 'a/b%c')).toEqual(["may not contain '/'", "may not contain '%'"])
    expect(checkName('path-segment', '..')).toEqual(["may not be '..'"])
  })

  it('lets the beginning of a generated name end in a dash', () => {
    expect(checkNamePrefix('dns-subdomain', 'web-')).toEqual([])
    expect(checkNamePrefix('dns-subdomain', 'Web_')).toEqual([SUBDOMAIN_TEXT])
    expect(checkNamePrefix('dns-label', `${'a'.repeat(63)}-`)).toEqual([])
  })
})

describe('keys and values', () => {
  it.each([
    ['app', []],
    ['example.com/app', []],
    ['bad key', [NAME_PART_TEXT]],
    ['/x', ['prefix part must be non-empty']],
    ['UPPER.example/x', [`prefix part ${SUBDOMAIN_TEXT}`]],
    ['x/', ['name part must be non-empty', NAME_PART_TEXT]],
    ['a'.repeat(64), ['name part must be no more than 63 bytes']],
  ])('takes %j as the key of a label or says why not', (key, complaints) => {
    expect(checkQualifiedName(key)).toEqual(complaints)
  })

  it('refuses keys with two slashes', () => {
    expect(checkQualifiedName('a/b/c')[0]).toMatch(
      /^a valid label key must consist of .* with an optional DNS subdomain/,
    )
  })

  it('takes an empty label value and refuses spaces', () => {
    expect(checkLabelValue('')).toEqual([])
    expect(checkLabelValue('a b')[0]).toMatch(/^a valid label must be an empty string or consist of alphanumeric/)
    expect(checkLabelValue('a'.repeat(64))).toEqual(['must be no more than 63 bytes'])
  })
})
