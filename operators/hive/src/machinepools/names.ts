/** Where OpenShift keeps machines. */
export const MACHINE_NAMESPACE = 'openshift-machine-api'

/** Labels of machines and of what makes them. */
export const MACHINE_LABELS = {
  /** Name of the pool, as its spec has it. */
  pool: 'hive.openshift.io/machine-pool',
  managed: 'hive.openshift.io/managed',
  cluster: 'machine.openshift.io/cluster-api-cluster',
  machineSet: 'machine.openshift.io/cluster-api-machineset',
  role: 'machine.openshift.io/cluster-api-machine-role',
  type: 'machine.openshift.io/cluster-api-machine-type',
  instanceType: 'machine.openshift.io/instance-type',
  region: 'machine.openshift.io/region',
  zone: 'machine.openshift.io/zone',
} as const

/** MachineSets of a pool are removed before it goes. */
export const MACHINE_POOL_FINALIZER = 'hive.openshift.io/remotemachineset'

/** Lets the platform of a pool be changed. */
export const OVERRIDE_PLATFORM = 'hive.openshift.io/override-machinepool-platform'
