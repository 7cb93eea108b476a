import { MachineDeployment } from '@skep/api'
import type { Draft, Stored } from '@skep/client'
import { ensure } from '../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS, CAPI_ANNOTATIONS, CLUSTER_NAME_LABEL } from '../annotations.ts'
import { known, type PoolScope } from '../scope.ts'
import { selectorLabels, templateMetadata } from './machine-metadata.ts'
import { wantedReplicas } from './replicas.ts'
import { finishRollout, type MachinesStatus } from './report.ts'
import { knowsCapacity, machineSpec, pointsAtTarget } from './target.ts'
import type { MachineTemplate } from './templates/machine-template.ts'

/** Has the machines of a pool replaced bit by bit. Gives what is said of them, once it is about what the pool asks for. */
export async function ensureMachineDeployment(
  scope: PoolScope,
  template: Stored<MachineTemplate>,
): Promise<MachinesStatus | undefined> {
  const { parts, pool, controlPlane } = scope
  const present = parts.reads.machineDeployments.get({ namespace: controlPlane, name: pool.metadata.name })
  const wanted = wantedDeployment(scope, template, present)
  const deployment = await ensure(parts.client, MachineDeployment, present, wanted, {
    annotations: [CAPI_ANNOTATIONS.paused],
  })
  // What is said of the machines is about the former target until the new one has been taken note of.
  if (!pointsAtTarget(scope, present?.spec.template.spec, template)) return undefined
  if (isComplete(deployment)) finishRollout(scope, template)
  return deployment.status
}

function wantedDeployment(
  scope: PoolScope,
  template: Stored<MachineTemplate>,
  present: Stored<MachineDeployment> | undefined,
): Draft<MachineDeployment> {
  const { pool, poolKey, controlPlane, hostedCluster } = scope
  const infraId = known(hostedCluster.spec.infraID, 'infrastructure id')
  const { replicas, annotations } = wantedReplicas(pool, present?.spec.replicas, knowsCapacity(template))
  const release = { [ANNOTATIONS.releaseVersion]: known(scope.release, 'release').version }
  return {
    metadata: {
      namespace: controlPlane,
      name: pool.metadata.name,
      labels: { [CLUSTER_NAME_LABEL]: infraId },
      annotations: { [NODE_POOL_ANNOTATION]: poolKey, ...annotations },
    },
    spec: {
      ...present?.spec,
      clusterName: infraId,
      replicas,
      selector: {
        ...present?.spec.selector,
        matchLabels: { ...present?.spec.selector.matchLabels, ...selectorLabels(scope) },
      },
      strategy: strategyOf(scope, present),
      template: {
        metadata: templateMetadata(scope, present?.spec.template.metadata, release),
        spec: machineSpec(scope, template, present?.spec.template.spec),
      },
    },
  }
}

type Strategy = NonNullable<MachineDeployment['spec']['strategy']>

function strategyOf({ pool }: PoolScope, present: Stored<MachineDeployment> | undefined): Strategy {
  const { strategy: type, rollingUpdate } = pool.spec.management.replace ?? {}
  const { rollingUpdate: former, ...others } = present?.spec.strategy ?? {}
  return {
    ...others,
    ...(type ? { type } : {}),
    ...(rollingUpdate ? { rollingUpdate: { ...former, ...rollingUpdate } } : {}),
  }
}

/**
 * Whether all machines are as the template says, and all of them can be used. Counts of the next version are ahead of the
 * others for a moment, where there are any.
 */
function isComplete({ spec: { replicas }, status = {}, metadata }: Stored<MachineDeployment>): boolean {
  const { updatedReplicas, replicas: present, availableReplicas, observedGeneration = 0, v1beta2 = {} } = status
  const next = [v1beta2.upToDateReplicas, v1beta2.availableReplicas].filter((count) => count !== undefined)
  const counts = [updatedReplicas, present, availableReplicas, ...next]
  return counts.every((count) => count === replicas) && observedGeneration >= (metadata.generation ?? 0)
}
