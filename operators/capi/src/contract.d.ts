import type { ClusterApiCluster, ClusterApiMachine } from '@skep/api'
import type { Conditioned } from './conditions/conditions.ts'
import { type External } from './references.ts'
/**
 * What core reads of the objects of providers. Both versions of the contract are understood: the newer one has what the
 * older calls `status.ready` under `status.initialization`.
 */
/** Whether the provider has made a machine, or its part of a cluster. */
export declare const isProvisioned: (object: External) => boolean
/** Whether there is something to boot with. */
export declare const isDataSecretCreated: (config: External) => boolean
/** Whether a control plane has answered for the first time. */
export declare const isInitialized: (controlPlane: External) => boolean
/** Whether a control plane has no machines of its own. */
export declare const isExternallyManaged: (controlPlane: External) => boolean
/** Id of a machine at its provider. */
export declare const providerIdOf: (machine: External) => string | undefined
type Addresses = NonNullable<NonNullable<ClusterApiMachine['status']>['addresses']>
/** Addresses of a machine; undefined when nothing is said of them. */
export declare function addressesOf(machine: External): Addresses | undefined
type Endpoint = NonNullable<NonNullable<ClusterApiCluster['spec']>['controlPlaneEndpoint']>
/** Where the API is reached; undefined while that is not known. */
export declare function endpointOf(object: External): Endpoint | undefined
/** Whether an endpoint says where. */
export declare const isEndpoint: (endpoint: Endpoint | undefined) => boolean
/** What is wrong for good with an object of a provider, as the object that refers to it reports it. */
export declare function failureOf(object: External): {
  failureReason?: string
  failureMessage?: string
}
/** Conditions of an object of a provider, those of them that are such. */
export declare function conditionsOf(object: External | undefined): Conditioned
/** Group and kind as annotations of clones name them: `Kind.group`. */
export declare const groupKindOf: ({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string
  readonly kind: string
}) => string
//# sourceMappingURL=contract.d.ts.map
