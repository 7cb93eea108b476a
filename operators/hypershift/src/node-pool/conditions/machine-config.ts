import { kubevirtProblem } from '../capi/templates/kubevirt.ts'
import { gatherConfig } from '../config/pool-config.ts'
import { known, type PoolStep, refuse, state } from '../scope.ts'

/** Puts the configuration of the nodes together. Before the hosted cluster can be reached, nothing goes on. */
export const checkMachineConfig: PoolStep = (ctx, scope) => {
  const type = 'ValidMachineConfig'
  const { parts, pool, hostedCluster, controlPlane } = scope
  if (!hostedCluster.status?.kubeconfig) return {}
  const release = known(scope.release, 'release')
  const invalid = { type, status: 'False', reason: 'ValidationFailed' } as const
  const problem = pool.spec.platform.type === 'KubeVirt' ? kubevirtProblem(pool) : undefined
  if (problem !== undefined) {
    const message = `validation of NodePool KubeVirt platform failed: ${problem}`
    return refuse(ctx, scope, { ...invalid, message })
  }
  const config = gatherConfig(parts.reads, { pool, hostedCluster, controlPlane, release })
  if ('problem' in config) return refuse(ctx, scope, { ...invalid, message: config.problem })
  scope.config = config
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
}
