import { type ProviderDependencies, type RunningProvider } from '@skep/sim/provider';
/** Starts the controllers of AzureMachine and AzureCluster on a simulated cloud. */
export declare const startAzureMachines: (dependencies: ProviderDependencies) => Promise<RunningProvider>;
//# sourceMappingURL=start.d.ts.map