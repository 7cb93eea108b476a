import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { endpointsRules, endpointsTable } from './endpoints.rules.ts'
import type { EndpointSubset, Endpoints } from './endpoints.ts'

function endpointsOf(...subsets: EndpointSubset[]): Endpoints {
  const endpoints: Endpoints = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'a' },
    subsets: structuredClone(subsets),
  }
  endpointsRules.defaults?.(endpoints)
  return endpoints
}

describe('endpoints', () => {
  it.each<[string, EndpointSubset, string[]]>([
    ['no addresses', {}, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
    [
      'loopback',
      { addresses: [{ ip: '127.0.0.1' }] },
      [
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'several nameless ports',
      { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }, { name: 'b', port: 81 }] },
      ['subsets[0].ports[0].name: Required value'],
    ],
  ])('refuse %s', (_what, subset, errors) => {
    expect(printed(endpointsRules.validate?.(endpointsOf(subset)) ?? [])).toEqual(errors)
  })

  it('show the first three addresses', () => {
    const addresses = ['1', '2', '3', '4'].map((last) => ({ ip: `10.0.0.${last}` }))

    expect(endpointsTable.cells(endpointsOf({ addresses, ports: [{ port: 80 }] }), 0)[1]).toBe(
      '10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...',
    )
    expect(endpointsTable.cells(endpointsOf({ addresses: [{ ip: '2001:db8::1' }], ports: [{ port: 80 }] }), 0)[1]).toBe(
      '[2001:db8::1]:80',
    )
    expect(endpointsTable.cells(endpointsOf(), 0)[1]).toBe('<none>')
  })

  it('warn that slices have replaced them', () => {
    expect(endpointsRules.warnings?.(endpointsOf())).toEqual([
      'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    ])
  })
})
