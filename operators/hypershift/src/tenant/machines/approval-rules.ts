import type { CertificateSigningRequest } from '@skep/api'
import type { AltNames } from '@skep/base/x509'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { ALL_PENDING, type Tenant } from '../tenants.ts'
import type { Machine } from './machines.ts'
import type { NodeRequest } from './node-request.ts'

/** A machine asks for its first certificate at most this much before its Machine was made, clocks being what they are. */
const BEFORE_MACHINE_MS = 10_000
/** And at most this much after. */
const AFTER_MACHINE_MS = 2 * 60 * 60_000
/** Pending requests of this long ago count. */
const PENDING_WITHIN_MS = 60 * 60_000
/** With this many more pending requests than machines, somebody is up to something. */
const MAX_SURPLUS = 100

/** Whether so many requests are pending that none is approved until somebody has looked. */
export function hasTooManyPending({ clock, sightings }: Ctx, tenant: Tenant, machineCount: number): boolean {
  const isRecent = (request: Stored<CertificateSigningRequest>) =>
    clock.now() - sightings.createdAt(request) <= PENDING_WITHIN_MS
  const pending = tenant.requests.find(ALL_PENDING, '')
  if (pending.length <= MAX_SURPLUS) return false
  return pending.filter(isRecent).length > Math.max(machineCount, tenant.nodes.size) + MAX_SURPLUS
}

/** Whether a machine shall have a certificate that it asks for. */
export function mayHave(
  machine: Machine,
  tenant: Tenant,
  request: CertificateSigningRequest,
  wanted: NodeRequest,
): boolean {
  return wanted.purpose === 'client' ? isFirst(machine, tenant, request, wanted) : isReachedBy(machine, wanted)
}

/** A machine gets one certificate to join with, and only while it is new. */
function isFirst(
  { metadata, status }: Machine,
  { nodes }: Tenant,
  request: CertificateSigningRequest,
  { nodeName }: NodeRequest,
): boolean {
  if (nodes.get({ name: nodeName }) || status?.nodeRef) return false
  if (!status?.addresses?.some(({ type, address }) => type === 'InternalDNS' && address === nodeName)) return false
  const age = Date.parse(request.metadata.creationTimestamp ?? '') - Date.parse(metadata.creationTimestamp ?? '')
  return age >= -BEFORE_MACHINE_MS && age <= AFTER_MACHINE_MS
}

/** A node is reached by addresses of its machine alone. */
function isReachedBy({ status }: Machine, { altNames }: NodeRequest): boolean {
  const own = new Set((status?.addresses ?? []).map(({ address }) => address))
  return namesIn(altNames).every((name) => own.has(name))
}

const namesIn = ({ dnsNames, ipAddresses, emails, uris }: AltNames): string[] => [
  ...dnsNames,
  ...ipAddresses,
  ...emails,
  ...uris,
]
