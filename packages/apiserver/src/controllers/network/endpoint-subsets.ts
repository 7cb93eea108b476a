import type { Endpoints, Service } from '@skep/api'
import { type Backend, isHeadless, targetOf } from './backends.ts'

const CAPACITY = 1000

/** Addresses that share their ports. */
export type Subset = NonNullable<Endpoints['subsets']>[number]
type Address = NonNullable<Subset['addresses']>[number]

/** Backends with the same ports form a subset; of those on their way out, only a service that wants all hears. */
export function subsetsOf(service: Service, backends: readonly Backend[]): Subset[] {
  const publishes = service.spec?.publishNotReadyAddresses === true
  const groups = new Map<string, Backend[]>()
  for (const backend of backends) {
    if (backend.isTerminating && !publishes) continue
    if (backend.ports.length === 0 && !(isHeadless(service) && !service.spec?.ports?.length)) continue
    const key = JSON.stringify(backend.ports)
    groups.set(key, [...(groups.get(key) ?? []), backend])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => subsetOf(group))
}

function subsetOf(group: readonly Backend[]): Subset {
  const byAddress = [...group].sort((a, b) => (a.addresses[0]! < b.addresses[0]! ? -1 : 1))
  const ready = byAddress.filter((backend) => backend.isReady).map(addressOf)
  const notReady = byAddress.filter((backend) => !backend.isReady).map(addressOf)
  const ports = group[0]!.ports.map(({ name, port, protocol, appProtocol }) => ({
    ...(name && { name }),
    port,
    protocol,
    ...(appProtocol && { appProtocol }),
  }))
  return {
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports }),
  }
}

const addressOf = ({ pod, addresses, hostname }: Backend): Address => ({
  ip: addresses[0]!,
  ...(hostname && { hostname }),
  ...(pod.spec?.nodeName && { nodeName: pod.spec.nodeName }),
  targetRef: targetOf(pod),
})

/** The older list holds a thousand addresses; ready ones come first. */
export function truncate(subsets: readonly Subset[]): { subsets: Subset[]; isTruncated: boolean } {
  let room = CAPACITY
  const take = (addresses: Address[] | undefined): Address[] | undefined => {
    const taken = addresses?.slice(0, room)
    room -= taken?.length ?? 0
    return taken
  }
  const total = subsets.reduce(
    (sum, each) => sum + (each.addresses?.length ?? 0) + (each.notReadyAddresses?.length ?? 0),
    0,
  )
  if (total <= CAPACITY) return { subsets: [...subsets], isTruncated: false }
  const ready = subsets.map(({ addresses }) => take(addresses))
  const rest = subsets.map(({ notReadyAddresses }) => take(notReadyAddresses))
  const cut = subsets.map(({ ports }, index) => ({
    ...(ready[index]?.length && { addresses: ready[index] }),
    ...(rest[index]?.length && { notReadyAddresses: rest[index] }),
    ...(ports && { ports }),
  }))
  return { subsets: cut, isTruncated: true }
}
