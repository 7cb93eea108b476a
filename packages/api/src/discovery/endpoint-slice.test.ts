import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate, updated } from '../test/objects.ts'
import { EndpointSlice } from './endpoint-slice.ts'

const slice = { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }], ports: [{ port: 80 }] }

describe('an EndpointSlice', () => {
  it('names its ports and their protocols', () => {
    expect(defaulted(EndpointSlice, slice)).toMatchObject({
      endpoints: [{ addresses: ['10.1.2.3'], conditions: {} }],
      ports: [{ name: '', port: 80, protocol: 'TCP' }],
    })
  })

  it('shows lists that nobody has set as null', () => {
    expect(defaulted(EndpointSlice, { addressType: 'IPv4' })).toMatchObject({ endpoints: null, ports: null })
  })

  it('does not take topology labels any more', () => {
    const endpoints = [{ addresses: ['10.1.2.3'], deprecatedTopology: { zone: 'z' } }]

    expect(created(EndpointSlice, { ...slice, endpoints }).endpoints?.[0]).toEqual({
      addresses: ['10.1.2.3'],
      conditions: {},
    })
  })

  it.each([
    [{}, ['addressType: Required value']],
    [{ addressType: 'X' }, ['addressType: Unsupported value: "X": supported values: "FQDN", "IPv4", "IPv6"']],
    [{ ...slice, endpoints: [{}] }, ['endpoints[0].addresses: Required value']],
    [
      { ...slice, endpoints: [{ addresses: ['2001:db8::1'] }] },
      ['endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address'],
    ],
    [
      { ...slice, endpoints: [{ addresses: ['127.0.0.1'], hostname: 'a.b' }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'endpoints[0].hostname: Invalid value: "a.b": must not contain dots',
      ],
    ],
    [
      { ...slice, ports: [{ port: 1 }, { port: 2, protocol: 'X' }] },
      [
        'ports[1].name: Duplicate value: ""',
        'ports[1].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [
      { ...slice, endpoints: [{ addresses: ['10.0.0.1'], hints: { forZones: [{ name: 'z' }, { name: 'z' }] } }] },
      ['endpoints[0].hints.forZones[1].name: Duplicate value: "z"'],
    ],
    [
      { addressType: 'FQDN', endpoints: [{ addresses: ['host'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "host": should be a domain with at least two segments separated by dots',
      ],
    ],
    [slice, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(EndpointSlice, wanted)).toEqual(messages)
  })

  it('keeps its kind of addresses', () => {
    expect(refusalOfUpdate(EndpointSlice, slice, { addressType: 'IPv6' })).toEqual([
      'addressType: Invalid value: null: field is immutable',
    ])
  })

  it('counts a change of labels as a change', () => {
    const stored = created(EndpointSlice, slice)
    const raises = (metadata: object) =>
      EndpointSlice.rules.raisesGeneration?.(updated(EndpointSlice, stored, { ...slice, metadata }), stored)

    expect(raises({ labels: { a: 'b' } })).toBe(true)
    expect(raises({ annotations: { a: 'b' } })).toBe(false)
  })

  it('shows its first endpoints', () => {
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']

    expect(EndpointSlice.rules.cells?.(created(EndpointSlice, { ...slice, endpoints: [{ addresses }] }), 0)).toEqual([
      'a',
      'IPv4',
      '80',
      '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...',
      '<unknown>',
    ])
    expect(EndpointSlice.rules.cells?.(created(EndpointSlice, { addressType: 'IPv4' }), 0).slice(2, 4)).toEqual([
      '<unset>',
      '<unset>',
    ])
  })
})
