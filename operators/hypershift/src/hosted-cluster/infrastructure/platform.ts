import type { PolicyRule } from '@skep/api'
import type { ClientKind, Stored } from '@skep/client'
import type { Scope } from '../scope.ts'

/** The provider's part of a cluster. */
export interface InfrastructureCluster {
  readonly kind: ClientKind
  readonly object: Stored
}

/** What differs from one platform to another. */
export interface Platform {
  /** Gives the control plane what it needs to use the platform. Throws when that is not to be had. */
  ensureCredentials(scope: Scope): Promise<void>
  /** Takes back what is not in the namespace of the control plane. */
  removeCredentials?(scope: Scope): Promise<void>
  /** Makes the provider's part of the cluster; undefined when there is none, or when it has to wait. */
  ensureInfrastructure(scope: Scope): Promise<InfrastructureCluster | undefined>
  /** What the provider may do in the namespace of the control plane besides what all providers may. */
  readonly providerRules?: readonly PolicyRule[]
  /** Image of the provider, as the release names it; undefined where nobody makes machines. */
  readonly providerImage?: string
}

/** Where the API is reached, once that is known. */
export function endpointOf({ controlPlane }: Scope): { host: string; port: number } | undefined {
  const endpoint = controlPlane?.status?.controlPlaneEndpoint
  return endpoint?.host ? endpoint : undefined
}
