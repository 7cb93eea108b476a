import { gatherConfig } from '../config/pool-config.ts'
import { known, type PoolStep, refuse, state } from '../scope.ts'

/** Puts the configuration of the nodes together. Before the hosted cluster can be reached, nothing goes on. */
export const checkMachineConfig: PoolStep = (ctx, scope) => {
  const type = 'ValidMachineConfig'
  const { parts, pool, hostedCluster, controlPlane } = scope
  if (!hostedCluster.status?.kubeconfig) return {}
  const release = known(scope.release, 'release')
  const config = gatherConfig(parts.reads, { pool, hostedCluster, controlPlane, release })
  if ('problem' in config) {
    return refuse(ctx, scope, { type, status: 'False', reason: 'ValidationFailed', message: config.problem })
  }
  scope.config = config
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
}
