import { type JsonObject } from '@skep/schema'
import { type Cluster, type Deployment } from '../objects.ts'
/** The merge patch with what a deployment lacks that is new; undefined for one that has all of it. */
export declare function preparation(deployment: Deployment, cluster: Cluster): JsonObject | undefined
//# sourceMappingURL=defaults.d.ts.map
