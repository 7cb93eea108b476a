import type { ClusterApiCluster, ClusterApiCondition, ClusterApiMachine } from '@skep/api'
import { goQuote, isObject } from '@skep/schema'
import type { Conditioned } from './conditions/conditions.ts'
import { type External, groupOf, isSetAt, textAt, valueAt } from './references.ts'

/**
 * What core reads of the objects of providers. Both versions of the contract are understood: the newer one has what the
 * older calls `status.ready` under `status.initialization`.
 */

/** Whether the provider has made a machine, or its part of a cluster. */
export const isProvisioned = (object: External): boolean =>
  isSetAt(object, 'status', 'ready') || isSetAt(object, 'status', 'initialization', 'provisioned')

/** Whether there is something to boot with. */
export const isDataSecretCreated = (config: External): boolean =>
  isSetAt(config, 'status', 'ready') || isSetAt(config, 'status', 'initialization', 'dataSecretCreated')

/** Whether a control plane has answered for the first time. */
export const isInitialized = (controlPlane: External): boolean =>
  isSetAt(controlPlane, 'status', 'initialized') ||
  isSetAt(controlPlane, 'status', 'initialization', 'controlPlaneInitialized')

/** Whether a control plane has no machines of its own. */
export const isExternallyManaged = (controlPlane: External): boolean =>
  isSetAt(controlPlane, 'status', 'externalManagedControlPlane')

/** Id of a machine at its provider. */
export const providerIdOf = (machine: External): string | undefined => textAt(machine, 'spec', 'providerID')

type Addresses = NonNullable<NonNullable<ClusterApiMachine['status']>['addresses']>

/** Addresses of a machine; undefined when nothing is said of them. */
export function addressesOf(machine: External): Addresses | undefined {
  const addresses = valueAt(machine, 'status', 'addresses')
  if (!Array.isArray(addresses)) return undefined
  return addresses.flatMap((each) => {
    const { type, address } = isObject(each) ? each : {}
    // The server refuses types that it does not know, here as at the provider's kind.
    return typeof type === 'string' && typeof address === 'string' ? [{ type, address } as Addresses[number]] : []
  })
}

type Endpoint = NonNullable<NonNullable<ClusterApiCluster['spec']>['controlPlaneEndpoint']>

/** Where the API is reached; undefined while that is not known. */
export function endpointOf(object: External): Endpoint | undefined {
  const endpoint = valueAt(object, 'spec', 'controlPlaneEndpoint')
  const { host, port } = isObject(endpoint) ? endpoint : {}
  return typeof host === 'string' && typeof port === 'number' && isEndpoint({ host, port }) ? { host, port } : undefined
}

/** Whether an endpoint says where. */
export const isEndpoint = (endpoint: Endpoint | undefined): boolean => Boolean(endpoint?.host && endpoint.port)

/** What is wrong for good with an object of a provider, as the object that refers to it reports it. */
export function failureOf(object: External): { failureReason?: string; failureMessage?: string } {
  const reason = textAt(object, 'status', 'failureReason')
  const message = textAt(object, 'status', 'failureMessage')
  return {
    ...(reason === undefined ? {} : { failureReason: reason }),
    ...(message === undefined ? {} : { failureMessage: `${failureSource(object)}: ${message}` }),
  }
}

const failureSource = ({ apiVersion, kind, metadata }: External): string =>
  `Failure detected from referenced resource ${apiVersion}, Kind=${kind} with name ${goQuote(metadata.name)}`

/** Conditions of an object of a provider, those of them that are such. */
export function conditionsOf(object: External | undefined): Conditioned {
  const conditions = object && valueAt(object, 'status', 'conditions')
  return { conditions: Array.isArray(conditions) ? conditions.filter(isCondition) : [] }
}

const isCondition = (value: unknown): value is ClusterApiCondition =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['status'] === 'string'

/** Group and kind as annotations of clones name them: `Kind.group`. */
export const groupKindOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${kind}.${groupOf(apiVersion)}`
