import { type Statement } from '../conditions/conditions.ts'
import { type External, type Reference } from '../references.ts'
import { type ClusterScope } from './scope.ts'
/** Finds an object that a cluster refers to, makes it the cluster's, and takes over its failures. */
export declare function followReference(scope: ClusterScope, ref: Reference | undefined): Promise<External | undefined>
/** What a cluster says of an object that it refers to: what that says of itself, or whether it is ready. */
export declare function mirrorOf(
  { cluster }: ClusterScope,
  type: string,
  object: External,
  {
    isReady,
    waiting,
  }: {
    readonly isReady: boolean
    readonly waiting: string
  },
): Statement
/** Takes over where the API is reached, unless that is known. */
export declare function takeEndpoint(scope: ClusterScope, object: External): void
//# sourceMappingURL=references.d.ts.map
