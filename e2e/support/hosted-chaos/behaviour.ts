/** Every state takes a moment, so that what goes wrong does so in the middle of it. */
const some = (...names: string[]) => ({
  states: names.map((name) => ({ name, durationSeconds: { distribution: 'uniform', min: 0, max: 0.3 } })),
})

/** How everything behaves that is simulated for hosted clusters. */
export const BEHAVIOUR = {
  seed: 'chaos',
  hostedCluster: some('Infrastructure', 'Etcd', 'KubeAPIServer', 'Components', 'ClusterVersion'),
  nodePool: some('Provisioning', 'Updating'),
  machine: some('Provisioning', 'Ignition', 'Joining', 'Networking'),
  managedCluster: some('Importing', 'Registration', 'Agent'),
}
