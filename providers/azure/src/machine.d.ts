import { AzureMachine } from '@skep/api';
import type { Informers } from '@skep/client';
import { type MachineProvider } from '@skep/sim/provider';
/** The machines of Azure: virtual machines named after their AzureMachine, in the resource group of their cluster. */
export declare function azureMachines(informers: Informers): MachineProvider<AzureMachine>;
//# sourceMappingURL=machine.d.ts.map