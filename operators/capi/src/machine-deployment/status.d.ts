import { type DeploymentScope } from './scope.ts'
/** Works out what a deployment says of its machines. */
export declare function summarizeDeployment(scope: DeploymentScope, now: number): void
/** Whether all machines are of the present template and available: then old sets are of no use any more. */
export declare function isComplete({ deployment }: DeploymentScope): boolean
//# sourceMappingURL=status.d.ts.map
