import type { SetScope } from './scope.ts'
/** What stands in the way of new machines. Only a control plane that says its version can be in the way. */
export declare function preflightProblems({ parts, cluster, set }: SetScope): Promise<string[]>
//# sourceMappingURL=preflight.d.ts.map
