import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { validateEndpointIp, validateIp } from '../meta/ip.ts'
import { checkDnsLabel, checkDnsSubdomain, checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validatePortNumber } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from './endpoints.ts'

const SHOWN = 3

/** What `kubectl get endpoints` shows. */
export const endpointsTable = defineTable<Endpoints>(
  nameColumn,
  { name: 'Endpoints', description: 'The first few addresses that are ready.', cell: formatEndpoints },
  ageColumn,
)

function formatEndpoints({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  )
  const shown = all.slice(0, SHOWN).join(',')
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown
}

/** What Endpoints do beyond their schema. */
export const endpointsRules: KindRules<Endpoints> = {
  defaults: ({ subsets }) => {
    for (const { ports } of subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP'
  },
  validate: ({ subsets }) => validateEach(subsets, 'subsets', validateSubset),
  warnings: () => ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  cells: endpointsTable.cells,
}

const validateSubset = ({ addresses, notReadyAddresses, ports }: EndpointSubset, path: string): FieldError[] => [
  ...(addresses?.length || notReadyAddresses?.length
    ? []
    : [fieldError.required(path, 'must specify `addresses` or `notReadyAddresses`')]),
  ...validateEach(addresses, `${path}.addresses`, validateAddress),
  ...validateEach(notReadyAddresses, `${path}.notReadyAddresses`, validateAddress),
  ...validateEach(ports, `${path}.ports`, (port, at) => validatePort(port, at, (ports?.length ?? 0) > 1)),
]

const validateAddress = ({ ip, hostname, nodeName }: EndpointAddress, path: string): FieldError[] => [
  ...validateIp(ip, `${path}.ip`),
  ...(hostname ? invalid(`${path}.hostname`, hostname, checkDnsLabel(hostname)) : []),
  ...(nodeName === undefined ? [] : invalid(`${path}.nodeName`, nodeName, checkDnsSubdomain(nodeName))),
  ...validateEndpointIp(ip, `${path}.ip`),
]

const validatePort = (
  { name, port, protocol, appProtocol }: EndpointPort,
  path: string,
  hasSiblings: boolean,
): FieldError[] => [
  ...(name
    ? invalid(`${path}.name`, name, checkDnsLabel(name))
    : hasSiblings
      ? [fieldError.required(`${path}.name`)]
      : []),
  ...validatePortNumber(port, `${path}.port`),
  ...(protocol
    ? validateOneOf(protocol, `${path}.protocol`, ['SCTP', 'TCP', 'UDP'])
    : [fieldError.required(`${path}.protocol`)]),
  ...(appProtocol === undefined ? [] : invalid(`${path}.appProtocol`, appProtocol, checkQualifiedName(appProtocol))),
]
