import type { ClusterApiCluster } from '@skep/api'
import type { Phase } from '@skep/controller'
import type { DeletionProgress } from '../conditions/next.ts'
import type { Working } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import type { External } from '../references.ts'

type Endpoint = NonNullable<NonNullable<ClusterApiCluster['spec']>['controlPlaneEndpoint']>
/** What the steps of one run share. */
export interface ClusterScope {
  readonly parts: ClusterApiParts
  /** Steps change its status in place; it is written once, after them. */
  readonly cluster: Working<ClusterApiCluster>
  /** What is to change in its spec. */
  readonly specPatch: {
    controlPlaneEndpoint?: Endpoint
  }
  /** The provider's part; undefined when it is not there. */
  infrastructure?: External | undefined
  /** Undefined when it is not there. */
  controlPlane?: External | undefined
  /** What a deletion waits for. */
  progress?: DeletionProgress
  /** Everything is cleaned up: the finalizer can go. */
  released?: boolean
}
/** One step. */
export type ClusterStep = Phase<ClusterScope>
/** Where the API is reached, as far as the steps know. */
export declare const endpointOfCluster: ({ cluster, specPatch }: ClusterScope) => Endpoint | undefined
//# sourceMappingURL=scope.d.ts.map
