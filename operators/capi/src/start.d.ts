import type { ClusterApiDependencies } from './parts.ts'
/** The operator, running. */
export interface RunningClusterApi {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}
/** Starts the core controllers of Cluster API on a management cluster. Kinds that it does not serve yet are installed. */
export declare function startClusterApi(dependencies: ClusterApiDependencies): Promise<RunningClusterApi>
//# sourceMappingURL=start.d.ts.map
