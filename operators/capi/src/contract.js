import { goQuote, isObject } from '@skep/schema'
import { groupOf, isSetAt, textAt, valueAt } from './references.js'
/**
 * What core reads of the objects of providers. Both versions of the contract are understood: the newer one has what the
 * older calls `status.ready` under `status.initialization`.
 */
/** Whether the provider has made a machine, or its part of a cluster. */
export const isProvisioned = (object) =>
  isSetAt(object, 'status', 'ready') || isSetAt(object, 'status', 'initialization', 'provisioned')
/** Whether there is something to boot with. */
export const isDataSecretCreated = (config) =>
  isSetAt(config, 'status', 'ready') || isSetAt(config, 'status', 'initialization', 'dataSecretCreated')
/** Whether a control plane has answered for the first time. */
export const isInitialized = (controlPlane) =>
  isSetAt(controlPlane, 'status', 'initialized') ||
  isSetAt(controlPlane, 'status', 'initialization', 'controlPlaneInitialized')
/** Whether a control plane has no machines of its own. */
export const isExternallyManaged = (controlPlane) => isSetAt(controlPlane, 'status', 'externalManagedControlPlane')
/** Id of a machine at its provider. */
export const providerIdOf = (machine) => textAt(machine, 'spec', 'providerID')
/** Addresses of a machine; undefined when nothing is said of them. */
export function addressesOf(machine) {
  const addresses = valueAt(machine, 'status', 'addresses')
  if (!Array.isArray(addresses)) return undefined
  return addresses.flatMap((each) => {
    const { type, address } = isObject(each) ? each : {}
    // The server refuses types that it does not know, here as at the provider's kind.
    return typeof type === 'string' && typeof address === 'string' ? [{ type, address }] : []
  })
}
/** Where the API is reached; undefined while that is not known. */
export function endpointOf(object) {
  const endpoint = valueAt(object, 'spec', 'controlPlaneEndpoint')
  const { host, port } = isObject(endpoint) ? endpoint : {}
  return typeof host === 'string' && typeof port === 'number' && isEndpoint({ host, port }) ? { host, port } : undefined
}
/** Whether an endpoint says where. */
export const isEndpoint = (endpoint) => Boolean(endpoint?.host && endpoint.port)
/** What is wrong for good with an object of a provider, as the object that refers to it reports it. */
export function failureOf(object) {
  const reason = textAt(object, 'status', 'failureReason')
  const message = textAt(object, 'status', 'failureMessage')
  return {
    ...(reason === undefined ? {} : { failureReason: reason }),
    ...(message === undefined ? {} : { failureMessage: `${failureSource(object)}: ${message}` }),
  }
}
const failureSource = ({ apiVersion, kind, metadata }) =>
  `Failure detected from referenced resource ${apiVersion}, Kind=${kind} with name ${goQuote(metadata.name)}`
/** Conditions of an object of a provider, those of them that are such. */
export function conditionsOf(object) {
  const conditions = object && valueAt(object, 'status', 'conditions')
  return { conditions: Array.isArray(conditions) ? conditions.filter(isCondition) : [] }
}
const isCondition = (value) =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['status'] === 'string'
/** Group and kind as annotations of clones name them: `Kind.group`. */
export const groupKindOf = ({ apiVersion, kind }) => `${kind}.${groupOf(apiVersion)}`
//# sourceMappingURL=contract.js.map
