import { AzureCluster, AzureMachine } from '@skep/api';
import { cloudLabels, cloudMachineStatus, machineAddress, } from '@skep/sim/provider';
import { architectureOf, resourcesOf } from './vm-sizes.js';
const VM_STATES = {
    Creating: 'Creating',
    Running: 'Succeeded',
    Deleting: 'Deleting',
};
/** The machines of Azure: virtual machines named after their AzureMachine, in the resource group of their cluster. */
export function azureMachines(informers) {
    const azureClusters = informers.of(AzureCluster);
    return {
        kind: AzureMachine,
        finalizer: 'azuremachine.infrastructure.cluster.x-k8s.io',
        plan: (machine, { cluster }) => {
            const { namespace } = machine.metadata;
            const azureCluster = azureClusters.get({ namespace, name: cluster.spec?.infrastructureRef?.name ?? '' });
            return azureCluster && planOf(machine, azureCluster);
        },
        report: (machine, progress, now) => {
            machine.status = statusOf(machine, progress, now);
        },
    };
}
function planOf({ metadata: { name, uid }, spec }, { spec: cloud }) {
    const group = `/subscriptions/${cloud.subscriptionID ?? ''}/resourceGroups/${cloud.resourceGroup ?? ''}`;
    const zone = spec.failureDomain === undefined ? undefined : `${cloud.location}-${spec.failureDomain}`;
    return {
        nodeName: name,
        providerId: `azure://${group}/providers/Microsoft.Compute/virtualMachines/${name}`,
        addresses: [
            { type: 'InternalDNS', address: name },
            { type: 'InternalIP', address: machineAddress(uid) },
        ],
        resources: resourcesOf(spec.vmSize),
        architecture: architectureOf(spec.vmSize),
        labels: cloudLabels({ type: spec.vmSize, region: cloud.location, zone }),
    };
}
function statusOf({ status = {} }, progress, now) {
    const words = { condition: 'VMRunning', creating: 'VMCreating' };
    const next = cloudMachineStatus(status, progress, words, now);
    const vmState = next.failureReason === undefined ? VM_STATES[progress.step] : 'Failed';
    return { ...next, ...(vmState === undefined ? {} : { vmState }) };
}
//# sourceMappingURL=machine.js.map