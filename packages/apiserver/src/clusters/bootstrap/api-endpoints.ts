import { isIPv6 } from 'node:net'
import type { KubeObject } from '@skep/schema'

/** Where a server listens. */
export interface ServerAddress {
  readonly address: string
  readonly port: number
}

const PLACE = { name: 'kubernetes', namespace: 'default' }

/** What the `kubernetes` service of every cluster leads to: the server itself. */
export function apiEndpoints({ address, port }: ServerAddress): KubeObject[] {
  const ports = [{ name: 'https', port, protocol: 'TCP' }]
  return [
    {
      apiVersion: 'v1',
      kind: 'Endpoints',
      // The slice is made here, too, not from these.
      metadata: { ...PLACE, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: address }], ports }],
    } as KubeObject,
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...PLACE, labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      addressType: isIPv6(address) ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports,
    } as KubeObject,
  ]
}
