import { type Deployment, isEmptySelector, type ReplicaSet } from '@skep/api'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import type { ObjectEvent } from '../../object-event.ts'
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../../resources.ts'
import { dependentKeys } from '../dependent-keys.ts'
import { inNamespace, type WorkloadIndexes } from '../indexes.ts'
import { controllerOf } from '../ownership.ts'
import { DEPLOYMENT } from './new-set.ts'
import { advanceRollout } from './rollout.ts'
import { createScope } from './scope.ts'

/** Rolls deployments out, by sets of equal pods of which the newest grows while the others shrink. */
export function deploymentController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  const dependents = {
    kind: DEPLOYMENT,
    inNamespace: (clusterId: string, namespace: string) => indexes.deployments.find(clusterId, inNamespace(namespace)),
    selectorOf: ({ spec }: Deployment) => (isEmptySelector(spec.selector) ? undefined : spec.selector),
  }
  return {
    name: 'deployment',
    identity: serviceAccount('deployment-controller'),
    watches: [DEPLOYMENTS, REPLICA_SETS, PODS],
    keysOf: (event) => {
      if (isResource(event, DEPLOYMENTS)) return event.type === 'put' ? [ownKey(event)] : []
      return isResource(event, PODS) ? keysOfGonePod(event) : dependentKeys(event, dependents)
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const deployment = cluster.objects.get(DEPLOYMENTS, namespace, name) as Deployment | undefined
      if (!deployment || isEmptySelector(deployment.spec.selector)) return undefined
      return advanceRollout(createScope(context, indexes, cluster, deployment))
    },
  }

  /** A deployment that recreates its pods waits for the last of the old ones; its sets have forgotten them by then. */
  function keysOfGonePod({ type, clusterId, namespace, object }: ObjectEvent): ObjectKey[] {
    const owner = type === 'delete' ? controllerOf(object) : undefined
    if (owner?.kind !== 'ReplicaSet') return []
    const set = context.cluster(clusterId)?.objects.get(REPLICA_SETS, namespace, owner.name) as ReplicaSet | undefined
    const deployment = set && controllerOf(set)
    return deployment?.kind === 'Deployment' ? [{ clusterId, namespace, name: deployment.name }] : []
  }
}
