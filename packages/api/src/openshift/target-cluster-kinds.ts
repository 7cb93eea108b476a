import type { KindDefinition } from '@skep/schema'
import { ClusterAutoscaler } from '../openshift-autoscaling/cluster-autoscaler.ts'
import { MachineAutoscaler } from '../openshift-autoscaling/machine-autoscaler.ts'
import { ClusterOperator } from '../openshift-config/cluster-operator.ts'
import { ClusterVersion } from '../openshift-config/cluster-version.ts'
import { OpenShiftMachine } from '../openshift-machine/machine.ts'
import { OpenShiftMachineSet } from '../openshift-machine/machine-set.ts'

/** The kinds of OpenShift that Hive reads and writes in the clusters it installs. */
export const targetClusterKinds: readonly KindDefinition[] = [
  ClusterAutoscaler,
  ClusterOperator,
  ClusterVersion,
  MachineAutoscaler,
  OpenShiftMachine,
  OpenShiftMachineSet,
]
