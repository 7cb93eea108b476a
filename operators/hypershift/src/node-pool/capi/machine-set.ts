import { ClusterApiMachineSet } from '@skep/api'
import type { Draft, Stored } from '@skep/client'
import { ensure } from '../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS, CAPI_ANNOTATIONS, CLUSTER_NAME_LABEL } from '../annotations.ts'
import { known, type PoolScope } from '../scope.ts'
import { selectorOf, templateMetadata } from './machine-metadata.ts'
import { inPlaceLimit, wantedReplicas } from './replicas.ts'
import { finishRollout, type MachinesStatus } from './report.ts'
import { knowsCapacity, machineSpec, pointsAtTarget } from './target.ts'
import type { MachineTemplate } from './templates/machine-template.ts'

type MachineSet = Stored<ClusterApiMachineSet>

/** Keeps machines that are updated where they are. Gives what is said of them, once it is about what the pool asks for. */
export async function ensureMachineSet(
  scope: PoolScope,
  template: Stored<MachineTemplate>,
): Promise<MachinesStatus | undefined> {
  const { parts, pool, controlPlane } = scope
  const present = parts.reads.machineSets.get({ namespace: controlPlane, name: pool.metadata.name })
  const machineSet = await ensure(parts.client, ClusterApiMachineSet, present, wantedSet(scope, template, present), {
    annotations: [CAPI_ANNOTATIONS.paused],
  })
  if (!pointsAtTarget(scope, present?.spec.template?.spec, template)) return undefined
  if (isUpdated(machineSet)) finishRollout(scope, template)
  return machineSet.status
}

function wantedSet(
  scope: PoolScope,
  template: Stored<MachineTemplate>,
  present: MachineSet | undefined,
): Draft<ClusterApiMachineSet> {
  const { pool, controlPlane, hostedCluster } = scope
  const infraId = known(hostedCluster.spec.infraID, 'infrastructure id')
  const { replicas, annotations } = wantedReplicas(pool, present?.spec.replicas, knowsCapacity(template))
  const selector = selectorOf(scope)
  return {
    metadata: {
      namespace: controlPlane,
      name: pool.metadata.name,
      labels: { [CLUSTER_NAME_LABEL]: infraId },
      annotations: { ...annotations, ...updateAnnotations(scope, present) },
    },
    spec: {
      ...present?.spec,
      clusterName: infraId,
      replicas,
      selector: {
        ...present?.spec.selector,
        matchLabels: { ...present?.spec.selector.matchLabels, [selector]: selector },
      },
      template: {
        metadata: templateMetadata(scope, present?.spec.template?.metadata, {}),
        spec: machineSpec(scope, template, present?.spec.template?.spec),
      },
    },
  }
}

/** What whoever updates the nodes goes by. Nodes of a new set have what they shall have from the start. */
function updateAnnotations(scope: PoolScope, present: MachineSet | undefined): Record<string, string> {
  const { hash } = known(scope.config, 'configuration')
  const current = present?.metadata.annotations?.[ANNOTATIONS.currentConfigVersion]
  return {
    [NODE_POOL_ANNOTATION]: scope.poolKey,
    [ANNOTATIONS.maxUnavailable]: String(inPlaceLimit(scope.pool)),
    [ANNOTATIONS.targetConfigVersion]: hash,
    [ANNOTATIONS.currentConfigVersion]: current ?? hash,
  }
}

const isUpdated = ({ metadata: { annotations } }: MachineSet): boolean =>
  annotations?.[ANNOTATIONS.currentConfigVersion] === annotations?.[ANNOTATIONS.targetConfigVersion]
