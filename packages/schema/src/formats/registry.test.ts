import { describe, expect, it } from 'vitest'
import { findFormat } from './registry.ts'

const GOOD: [string, string][] = [
  ['bsonobjectid', '507f1f77bcf86cd799439011'],
  ['byte', 'eA=='],
  ['cidr', '10.0.0.0/8'],
  ['cidr', '2001:db8::/32'],
  ['creditcard', '4111-1111-1111-1111'],
  ['date', '2024-02-29'],
  ['date-time', '2020-01-02T03:04:05Z'],
  ['date-time', '2020-01-02t03:04:05.123+01:00'],
  ['datetime', '2020-01-02T03:04:05Z'],
  ['duration', '1h30m'],
  ['duration', '0'],
  ['duration', '2 weeks'],
  ['duration', '22 ns'],
  ['email', 'a@b.example'],
  ['email', 'Ann Bee <a.b@c.example>'],
  ['hexcolor', '#fFfFfF'],
  ['hostname', 'a.example'],
  ['hostname', 'localhost'],
  ['ipv4', '1.2.3.4'],
  ['ipv4', '010.1.2.3'],
  ['ipv6', '::1'],
  ['isbn', '978-0321751041'],
  ['isbn10', '0321751043'],
  ['isbn13', '978-0321751041'],
  ['k8s-short-name', 'a-b'],
  ['k8s-long-name', 'a.b-c.d'],
  ['mac', '01:23:45:67:89:ab'],
  ['mac', '0123.4567.89ab'],
  ['password', ''],
  ['rgbcolor', 'rgb(255, 0, 10)'],
  ['ssn', '111-22-3333'],
  ['uri', 'https://user@x.example:8080/y?z=1'],
  ['uri', '/absolute/path'],
  ['uri', 'mailto:someone'],
  ['uri', 'https://[::1]:443/'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['uuid3', '123e4567-e89b-32d3-a456-426614174000'],
  ['uuid4', '123E4567-E89B-42D3-A456-426614174000'],
  ['uuid5', '123e4567-e89b-52d3-a456-426614174000'],
]

const BAD: [string, string][] = [
  ['bsonobjectid', '507f1f77'],
  ['byte', 'x'],
  ['byte', ''],
  ['cidr', '10.0.0.0/33'],
  ['cidr', '10.0.0.0'],
  ['creditcard', '4111-1111-1111-1112'],
  ['date', '2020-13-01'],
  ['date', '2023-02-29'],
  ['date-time', '2020-01-02 03:04:05'],
  ['date-time', '2020-01-02T25:04:05Z'],
  ['duration', '1 parsec'],
  ['duration', ''],
  ['email', 'not % valid'],
  ['email', '@b'],
  ['hexcolor', '#ffff'],
  ['hostname', '-a.example'],
  ['hostname', `${'a'.repeat(64)}.example`],
  ['ipv4', '1.2.3'],
  ['ipv4', '1.2.3.256'],
  ['ipv4', '::1'],
  ['ipv6', '1.2.3.4'],
  ['ipv6', 'fe80::1%eth0'],
  ['isbn', '0321751044'],
  ['k8s-short-name', 'A'],
  ['k8s-short-name', 'a'.repeat(64)],
  ['k8s-long-name', 'a..b'],
  ['mac', '01:23:45:67:89'],
  ['mac', '01:23-45:67:89:ab'],
  ['rgbcolor', 'rgb(256,0,0)'],
  ['ssn', '1112233333'],
  ['uri', 'not % valid'],
  ['uri', 'relative'],
  ['uri', 'http://a b/'],
  ['uri', 'http://a/%zz'],
  ['uri', 'http://a:port/'],
  ['uuid', 'not'],
  ['uuid4', '123e4567-e89b-12d3-a456-426614174000'],
]

describe('findFormat', () => {
  it.each(GOOD)('%s accepts %s', (format, text) => {
    expect(findFormat(format)?.(text)).toBe(true)
  })

  it.each(BAD)('%s refuses %j', (format, text) => {
    expect(findFormat(format)?.(text)).toBe(false)
  })

  it('takes its time from the length of the text, not from its contents', () => {
    for (const [format] of GOOD) {
      expect(findFormat(format)?.(`${'1'.repeat(100_000)}!`)).toBe(format === 'password')
      expect(findFormat(format)?.(`${'a'.repeat(100_000)}!`)).toBe(format === 'password')
    }
  })

  it('knows nothing of formats that are not checked', () => {
    expect(findFormat('int32')).toBeUndefined()
    expect(findFormat('constructor')).toBeUndefined()
  })
})
