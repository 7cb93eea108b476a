import { AzureCluster } from '@skep/api';
import { addClusterController, addMachineController, runProvider, stateCondition, } from '@skep/sim/provider';
import { azureMachines } from './machine.js';
/** Starts the controllers of AzureMachine and AzureCluster on a simulated cloud. */
export const startAzureMachines = (dependencies) => runProvider('capi-provider-azure', dependencies, (parts) => {
    addClusterController(parts, AzureCluster, (cluster, now) => {
        const conditions = stateCondition(cluster.status?.conditions, { type: 'Ready', status: 'True' }, now);
        cluster.status = { ...cluster.status, ready: true, conditions };
    });
    return [addMachineController(parts, azureMachines(parts.manager.informersOf()))];
});
//# sourceMappingURL=start.js.map