import { cloneJson, isObject, type Json, type JsonObject, jsonEqual } from '@skep/schema'
import { setAt } from '../model/paths.ts'
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
} as const

/** A cluster's document with an observation applied, or undefined when that changes nothing. */
export function applyObservation<T extends object>(document: T, observation: ClusterObservation): T | undefined {
  // Documents are JSON; their TypeScript types merely lack an index signature.
  const before = document as JsonObject
  const after = cloneJson(before)
  for (const [member, path] of Object.entries(PATHS)) {
    set(after, path, observation[member as keyof typeof PATHS])
  }
  for (const [name, value] of Object.entries(observation.status ?? {})) set(after, `status.${name}`, value)
  // Only where an order left it open.
  if (observation.version && isOpen(before, observation.version)) set(after, 'version', { ...observation.version })
  set(after, 'state', observation.state)
  set(after, 'status.state', observation.state)
  notePower(after, observation.power)
  return jsonEqual(before, after) ? undefined : (after as T)
}

/** The driver keeps this for itself, beside what users see. */
function notePower(document: JsonObject, power: ClusterObservation['power']): void {
  if (!power) return
  const { desired, ...learned } = power
  set(document, 'service.power', learned)
  set(document, 'service.desiredPowerState', desired)
}

function isOpen({ version }: JsonObject, chosen: NonNullable<ClusterObservation['version']>): boolean {
  if (!isObject(version) || version['id'] === undefined) return true
  return version['id'] === chosen.id && version['channel_group'] === undefined
}

/** Undefined leaves what is there, null removes it. */
function set(document: JsonObject, path: string, value: Json | undefined): void {
  if (value !== undefined) setAt(document, path, value ?? undefined)
}
