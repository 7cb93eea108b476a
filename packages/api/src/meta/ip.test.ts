import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { ipToBits, validateCidr, validateEndpointIp, validateIp } from './ip.ts'

describe('validateIp', () => {
  it.each([
    ['10.9.8.7', []],
    ['2001:db8::ffff', []],
    ['x', ['ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    [
      'fe80::1%eth0',
      ['ip: Invalid value: "fe80::1%eth0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    ['010.1.1.1', ['ip: Invalid value: "010.1.1.1": must not have leading 0s']],
    ['::ffff:1.2.3.4', ['ip: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address']],
  ])('judges %s', (value, errors) => {
    expect(printed(validateIp(value, 'ip'))).toEqual(errors)
  })
})

describe('validateCidr', () => {
  it.each([
    ['10.0.0.0/8', []],
    ['2001:db8::/64', []],
    ['10.0.0.1/8', ['range: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length']],
    [
      '10.0.0.0/33',
      ['range: Invalid value: "10.0.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ],
    ['10.0.0.0/08', ['range: Invalid value: "10.0.0.0/08": must not have leading 0s in IP or prefix length']],
  ])('judges %s', (value, errors) => {
    expect(printed(validateCidr(value, 'range'))).toEqual(errors)
  })
})

describe('validateEndpointIp', () => {
  it.each([
    ['10.1.2.3', []],
    ['0.0.0.0', ['ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)']],
    ['127.1.2.3', ['ip: Invalid value: "127.1.2.3": may not be in the loopback range (127.0.0.0/8, ::1/128)']],
    [
      '169.254.0.1',
      ['ip: Invalid value: "169.254.0.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ],
    ['fe80::1', ['ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)']],
    ['::1', ['ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)']],
    [
      'ff02::1',
      ['ip: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ],
  ])('judges %s', (value, errors) => {
    expect(printed(validateEndpointIp(value, 'ip'))).toEqual(errors)
  })
})

describe('ipToBits', () => {
  it('reads both families', () => {
    expect(ipToBits('1.2.3.4')).toBe(0x01020304n)
    expect(ipToBits('2001:db8::1')).toBe(0x20010db8000000000000000000000001n)
    expect(ipToBits('::1.2.3.4')).toBe(0x01020304n)
    expect(ipToBits('nowhere')).toBeUndefined()
  })
})
