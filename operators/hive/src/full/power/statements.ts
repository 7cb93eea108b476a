import type { HiveConditionUpdate } from '../../conditions.ts'

/** What is said of the power of a cluster at one moment; what is absent stays as it was. */
export interface PowerStatement {
  readonly hibernating?: Omit<HiveConditionUpdate, 'type'>
  readonly ready?: Omit<HiveConditionUpdate, 'type'>
  readonly powerState?: string
}

const said = (status: HiveConditionUpdate['status'], reason: string, message: string) => ({ status, reason, message })

const RESUMING_OR_RUNNING = said(
  'False',
  'ResumingOrRunning',
  'Cluster is resuming or running, see Ready condition for details',
)
const STOPPING_OR_HIBERNATING = said(
  'False',
  'StoppingOrHibernating',
  'Cluster is shutting down or hibernating, see Hibernating condition for details',
)

const stopping = (reason: string, message: string): PowerStatement => ({
  hibernating: said('False', reason, message),
  ready: STOPPING_OR_HIBERNATING,
  powerState: reason,
})

const resuming = (reason: string, message: string): PowerStatement => ({
  hibernating: RESUMING_OR_RUNNING,
  ready: said('False', reason, message),
  powerState: reason,
})

const unknown = (reason: string, message: string): PowerStatement => ({
  hibernating: said('Unknown', reason, message),
  ready: said('Unknown', reason, message),
  powerState: 'Unknown',
})

/** Everything that can be said of the power of a cluster. */
export const POWER = {
  deleted: unknown('ClusterDeploymentDeleted', 'ClusterDeployment has been marked for deletion'),
  paused: unknown('PowerStatePaused', 'the powerstate-pause annotation is set'),
  unsupported: {
    hibernating: said('False', 'Unsupported', 'Unsupported platform: no actuator to handle it'),
    ready: said('True', 'Running', 'No power state actuator -- assuming running'),
    powerState: 'Running',
  },
  syncSetsNotApplied: {
    hibernating: said('False', 'SyncSetsNotApplied', 'Cluster SyncSets have not been applied'),
    powerState: 'SyncSetsNotApplied',
  },
  stopping: stopping('Stopping', 'Stopping cluster machines'),
  failedToStop: (error: string) =>
    stopping('FailedToStop', `Failed to stop machines: ${error} (more detail may be available in the logs)`),
  waitingForMachinesToStop: (machines: readonly string[]) =>
    stopping(
      'WaitingForMachinesToStop',
      `Stopping cluster machines. Some machines have not yet stopped: ${machines.join(',')}`,
    ),
  hibernating: (message: string): PowerStatement => ({
    hibernating: said('True', 'Hibernating', message),
    ready: STOPPING_OR_HIBERNATING,
    powerState: 'Hibernating',
  }),
  startingMachines: resuming('StartingMachines', 'Starting cluster machines (step 1/4)'),
  failedToStartMachines: (error: string) =>
    resuming('FailedToStartMachines', `Failed to start machines: ${error} (more detail may be available in the logs)`),
  waitingForMachines: (machines: readonly string[]) =>
    resuming(
      'WaitingForMachines',
      `Waiting for cluster machines to start. Some machines are not yet running: ${machines.join(',')} (step 1/4)`,
    ),
  waitingForNodes: resuming('WaitingForNodes', 'Waiting for Nodes to be ready (step 2/4)'),
  pausingForOperators: resuming(
    'PausingForClusterOperatorsToSettle',
    'Pausing 2m0s for ClusterOperators to settle (step 3/4)',
  ),
  waitingForOperators: resuming('WaitingForClusterOperators', 'Waiting for ClusterOperators to be ready (step 4/4)'),
  running: {
    hibernating: RESUMING_OR_RUNNING,
    ready: said('True', 'Running', 'Cluster is running'),
    powerState: 'Running',
  },
} satisfies Record<string, PowerStatement | ((...args: never[]) => PowerStatement)>
