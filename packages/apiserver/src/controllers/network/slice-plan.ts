import type { Endpoint, EndpointSlice, EndpointSlicePort } from '@skep/api'
import { isSame } from '../workloads/status-writer.ts'

const MAX_ENDPOINTS = 100

/** Endpoints that share an address family and ports, and so can share slices. */
export interface EndpointGroup {
  readonly addressType: 'IPv4' | 'IPv6'
  readonly ports: readonly EndpointSlicePort[]
  readonly endpoints: readonly Endpoint[]
}

/** What has to be written so that slices say what they should. */
export interface SlicePlan {
  readonly create: readonly Pick<EndpointSlice, 'addressType' | 'ports' | 'endpoints'>[]
  readonly update: readonly { readonly slice: EndpointSlice; readonly endpoints: readonly Endpoint[] }[]
  readonly remove: readonly EndpointSlice[]
}

const idOf = ({ targetRef, addresses }: Endpoint): string => targetRef?.uid ?? addresses.join()

/** Changes as few slices as possible: an endpoint stays in the slice it is in, and new ones fill slices up. */
export function planSlices(groups: readonly EndpointGroup[], present: readonly EndpointSlice[]): SlicePlan {
  const plans = groups.map((group) =>
    planGroup(
      group,
      present.filter((slice) => isOf(group, slice)),
    ),
  )
  const stray = present.filter((slice) => !groups.some((group) => isOf(group, slice)))
  return {
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    remove: [...stray, ...plans.flatMap(({ remove }) => remove)],
  }
}

const isOf = ({ addressType, ports }: EndpointGroup, slice: EndpointSlice): boolean =>
  slice.addressType === addressType && isSame(slice.ports ?? [], ports)

function planGroup({ addressType, ports, endpoints }: EndpointGroup, present: readonly EndpointSlice[]): SlicePlan {
  const wanted = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]))
  const kept = present.map((slice) => {
    const staying = (slice.endpoints ?? []).flatMap((endpoint) => take(wanted, idOf(endpoint)) ?? [])
    return { slice, endpoints: staying }
  })
  const fresh = [...wanted.values()]
  for (const { endpoints: staying } of kept) staying.push(...fresh.splice(0, MAX_ENDPOINTS - staying.length))
  const create: SlicePlan['create'][number][] = []
  while (fresh.length > 0) create.push({ addressType, ports: [...ports], endpoints: fresh.splice(0, MAX_ENDPOINTS) })
  // One slice stays even when it is empty: it says that nothing is there, rather than nothing known.
  const isPlaceholder = (index: number): boolean => index === 0 && endpoints.length === 0
  if (kept.length === 0 && create.length === 0) create.push({ addressType, ports: [...ports], endpoints: [] })
  return {
    create,
    update: kept.filter(
      ({ slice, endpoints: staying }, index) =>
        (staying.length > 0 || isPlaceholder(index)) && !isSame(slice.endpoints ?? [], staying),
    ),
    remove: kept.flatMap(({ slice, endpoints: staying }, index) =>
      staying.length === 0 && !isPlaceholder(index) ? [slice] : [],
    ),
  }
}

function take(wanted: Map<string, Endpoint>, id: string): Endpoint | undefined {
  const found = wanted.get(id)
  wanted.delete(id)
  return found
}
