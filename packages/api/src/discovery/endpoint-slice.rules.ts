import type { KindRules } from '@skep/schema'
import { isSame } from '../rules/equal.ts'
import { ageColumn, defineTable, firstFew, nameColumn } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import type { EndpointSlice } from './endpoint-slice.ts'
import { validateAddressTypeKept, validateEndpointSlice } from './endpoint-slice.validate.ts'

const SHOWN_PORTS = 3
const SHOWN_ENDPOINTS = 3

/** What `kubectl get endpointslices` shows. */
export const endpointSliceTable = defineTable<EndpointSlice>(
  nameColumn,
  { name: 'AddressType', description: 'Kind of the addresses.', cell: ({ addressType }) => addressType },
  {
    name: 'Ports',
    description: 'Ports of every endpoint.',
    cell: ({ ports }) =>
      firstFew(
        (ports ?? []).map(({ port, name }) => String(port ?? name ?? '*')),
        SHOWN_PORTS,
      ),
  },
  {
    name: 'Endpoints',
    description: 'Addresses of the endpoints.',
    cell: ({ endpoints }) =>
      firstFew(
        (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
        SHOWN_ENDPOINTS,
      ),
  },
  ageColumn,
)

/** What EndpointSlices do beyond their schema. */
export const endpointSliceRules: KindRules<EndpointSlice> = {
  defaults: (slice) => {
    slice.endpoints ??= unsetList
    slice.ports ??= unsetList
    for (const port of slice.ports ?? []) {
      port.name ??= ''
      port.protocol ??= 'TCP'
    }
  },
  prepareForCreate: dropTopology,
  prepareForUpdate: (slice, stored) => {
    if (!isSame(slice.endpoints, stored.endpoints)) dropTopology(slice)
  },
  validate: validateEndpointSlice,
  validateUpdate: validateAddressTypeKept,
  warnings: ({ addressType }, stored) =>
    stored === undefined && addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : [],
  raisesGeneration: ({ metadata, ...slice }, { metadata: before, ...stored }) =>
    !isSame(slice, stored) || !isSame(metadata.labels, before.labels),
  cells: endpointSliceTable.cells,
}

/** In place: this version of the API does not take topology labels any more. */
function dropTopology({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology
}
