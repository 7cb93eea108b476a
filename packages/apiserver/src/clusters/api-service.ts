import type { Service } from '@skep/api'
import type { Entry } from '@skep/store'
import { keyOf } from '../registry/collection.ts'
import { parseObject, renderObject, withVersion } from '../registry/object-bytes.ts'
import { parseServiceNetwork } from './service-network.ts'
import type { ClusterSnapshot } from './snapshot.ts'

/** Where the service that leads to the API itself is kept. */
export const API_SERVICE = { bucket: '/services', key: keyOf('default', 'kubernetes') }

/** The service `kubernetes`, as all clusters have it, moved to the first address of a network. */
export function apiServiceIn(cidr: string, shared: Entry): ClusterSnapshot['entries'][number] {
  const network = parseServiceNetwork(cidr)
  const service = parseObject(shared.value) as Service
  const clusterIP = network.addressAt(1)
  Object.assign(service.spec ?? {}, { clusterIP, clusterIPs: [clusterIP], ipFamilies: [network.family] })
  return { ...API_SERVICE, value: withVersion(renderObject(service), shared.revision) }
}
