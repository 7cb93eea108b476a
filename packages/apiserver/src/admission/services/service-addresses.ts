import type { Service } from '@skep/api'
import type { Random } from '@skep/base'
import { type FieldError, fieldError } from '@skep/schema'
import type { Store } from '@skep/store'
import { parseBucketName } from '../../clusters/bucket-names.ts'
import { DEFAULT_SERVICE_NETWORK, parseServiceNetwork } from '../../clusters/service-network.ts'
import type { AdmissionPlugin, AdmissionRequest, ClusterView } from '../../contracts.ts'
import { invalid } from '../../registry/errors.ts'
import { parseObject } from '../../registry/object-bytes.ts'
import { AddressBook, FIRST_NODE_PORT, LAST_NODE_PORT } from './address-book.ts'

const SERVICES = { group: '', resource: 'services' }

/** Gives services their cluster IP and node ports, each to one service only. */
export function serviceAddresses(store: Store, random: Random): AdmissionPlugin {
  const books = new Map<string, AddressBook>()
  store.subscribe((events) => {
    for (const { type, entry, previous } of events) {
      const content = parseBucketName(entry.bucket)
      if (content?.resource !== 'services' || content.group !== '') continue
      const book = books.get(content.clusterId)
      if (previous) book?.release(entry.key, parseObject(previous.value) as Service)
      if (type === 'put') book?.note(entry.key, parseObject(entry.value) as Service)
    }
  })
  const bookOf = (cluster: ClusterView): AddressBook => {
    const known = books.get(cluster.id)
    if (known) return known
    const network = parseServiceNetwork(cluster.settings?.serviceNetwork ?? DEFAULT_SERVICE_NETWORK)
    const book = new AddressBook(random, network)
    for (const service of cluster.objects.list(SERVICES) as Service[]) book.note(keyOf(service), service)
    books.set(cluster.id, book)
    return book
  }
  return {
    name: 'ServiceAddresses',
    handles: ({ resource, operation, subresource }) =>
      resource.resource === 'services' && resource.group === '' && subresource === '' && operation !== 'DELETE',
    mutate: (request) => allocate(bookOf(request.cluster), request),
  }
}

const keyOf = ({ metadata }: Service): string => `${metadata.namespace}/${metadata.name}`

function allocate(book: AddressBook, request: AdmissionRequest): void {
  const service = request.object as Service
  const old = request.oldObject as Service | undefined
  if (!service.spec) return
  const key = `${request.namespace}/${request.name}`
  const errors = [...takenIps(book, key, service), ...wrongPorts(book, key, service)]
  if (errors.length > 0) throw invalid(request.resource, request.name, errors)
  giveIp(book, key, service, old)
  giveNodePorts(book, key, service, old)
}

function giveIp(book: AddressBook, key: string, { spec }: Service, old: Service | undefined): void {
  if (!spec || spec.type === 'ExternalName') return
  // An update that does not mention the address keeps it, unless the service had none before.
  if (!spec.clusterIP && old?.spec?.clusterIP && old.spec.type !== 'ExternalName') {
    spec.clusterIP = old.spec.clusterIP
    spec.clusterIPs ??= old.spec.clusterIPs
  }
  if (!spec.clusterIP) spec.clusterIP = book.allocateIp(key)
  spec.clusterIPs ??= [spec.clusterIP]
}

const NODE_PORT_TYPES = ['NodePort', 'LoadBalancer']

function giveNodePorts(book: AddressBook, key: string, { spec }: Service, old: Service | undefined): void {
  if (!spec || !NODE_PORT_TYPES.includes(spec.type ?? '')) return
  if (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === false) return
  for (const port of spec.ports ?? []) {
    if (port.nodePort) continue
    const before = old?.spec?.ports?.find((each) => each.port === port.port && each.protocol === port.protocol)
    port.nodePort = before?.nodePort || book.allocateNodePort(key)
  }
}

function takenIps(book: AddressBook, key: string, { spec }: Service): FieldError[] {
  const ip = spec?.clusterIP
  if (!ip || ip === 'None' || isMine(book, ip, key)) return []
  return [fieldError.invalid('spec.clusterIPs', [ip], `failed to allocate IP ${ip}: provided IP is already allocated`)]
}

function wrongPorts(book: AddressBook, key: string, { spec }: Service): FieldError[] {
  return (spec?.ports ?? []).flatMap(({ nodePort }, index) => {
    const path = `spec.ports[${index}].nodePort`
    if (!nodePort || isMine(book, String(nodePort), key)) {
      const outside = nodePort && (nodePort < FIRST_NODE_PORT || nodePort > LAST_NODE_PORT)
      const range = `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`
      return outside ? [fieldError.invalid(path, nodePort, range)] : []
    }
    return [fieldError.invalid(path, nodePort, 'provided port is already allocated')]
  })
}

function isMine(book: AddressBook, address: string, key: string): boolean {
  const holder = book.holderOf(address)
  return holder === undefined || holder === key
}
