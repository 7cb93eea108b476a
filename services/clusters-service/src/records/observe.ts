import { isObject, type Json, type JsonObject } from '@skep/schema'
import { withValueAt } from '../model/paths.ts'
import type { ClusterObservation } from './cluster-record.ts'

/** Where each member of an observation goes. All of these attributes are read-only for users. */
const PATHS = {
  externalId: 'external_id',
  infraId: 'infra_id',
  openshiftVersion: 'openshift_version',
  apiUrl: 'api.url',
  consoleUrl: 'console.url',
  baseDomain: 'dns.base_domain',
  healthState: 'health_state',
  managementCluster: 'hypershift.management_cluster',
  hcpNamespace: 'hypershift.hcp_namespace',
} as const

/** Where a value goes; undefined leaves what is there, null removes it. */
type Change = readonly [path: string, value: Json | undefined]

/** A cluster's document with an observation applied, or undefined when that changes nothing. */
export function applyObservation<T extends object>(document: T, observation: ClusterObservation): T | undefined {
  // Documents are JSON; their TypeScript types merely lack an index signature.
  const before = document as JsonObject
  let after = before
  for (const [path, value] of changesOf(before, observation)) {
    if (value !== undefined) after = withValueAt(after, path, value ?? undefined)
  }
  return after === before ? undefined : (after as T)
}

function changesOf(before: JsonObject, observation: ClusterObservation): Change[] {
  const { status = {}, state, version, upgradedTo } = observation
  return [
    ...Object.entries(PATHS).map(([member, path]): Change => [path, observation[member as keyof typeof PATHS]]),
    ...Object.entries(status).map(([name, value]): Change => [`status.${name}`, value]),
    // Only where an order left it open.
    ['version', version && isOpen(before, version) ? { ...version } : undefined],
    ['version', upgradedTo && { ...upgradedTo }],
    ['state', state],
    ['status.state', state],
    ...powerChanges(observation.power),
  ]
}

/** The driver keeps this for itself, beside what users see. */
function powerChanges(power: ClusterObservation['power']): Change[] {
  if (!power) return []
  const { desired, ...learned } = power
  return [
    ['service.power', learned],
    ['service.desiredPowerState', desired],
  ]
}

function isOpen({ version }: JsonObject, chosen: NonNullable<ClusterObservation['version']>): boolean {
  if (!isObject(version) || version['id'] === undefined) return true
  return version['id'] === chosen.id && version['channel_group'] === undefined
}
