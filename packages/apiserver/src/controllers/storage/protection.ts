import type { PersistentVolume, Pod } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { ClusterView, GroupResource } from '../../contracts.ts'
import { type ControllerDefinition, isResource, type ObjectKey, ownKey, serviceAccount } from '../controller.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, PODS } from '../resources.ts'
import { claimNames } from '../scheduling/volumes.ts'
import { usingClaim, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'

const CLAIM_FINALIZER = 'kubernetes.io/pvc-protection'
const VOLUME_FINALIZER = 'kubernetes.io/pv-protection'

/** Lets claims go that are to be deleted, once no pod with a node uses them. */
export function claimProtectionController(indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'persistentvolumeclaim-protection',
    identity: serviceAccount('pvc-protection-controller'),
    watches: [PERSISTENT_VOLUME_CLAIMS, PODS],
    keysOf: (event) => {
      if (!isResource(event, PODS)) return event.facts.deleting && event.type === 'put' ? [ownKey(event)] : []
      const { clusterId, namespace } = event
      if (event.type === 'put') return []
      return claimNames(event.object as Pod).map((name): ObjectKey => ({ clusterId, namespace, name }))
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const users = indexes.pods.find(cluster.id, usingClaim(namespace, name))
      // Before a pod has a node, nobody has mounted anything; and no node will start it with a claim that goes.
      const isUsed = users.some(({ spec }) => Boolean(spec?.nodeName))
      if (!isUsed) await release(cluster, PERSISTENT_VOLUME_CLAIMS, namespace, name, CLAIM_FINALIZER)
      return undefined
    },
  }
}

/** Lets volumes go that are to be deleted, once they are not bound. */
export function volumeProtectionController(): ControllerDefinition {
  return {
    name: 'persistentvolume-protection',
    identity: serviceAccount('pv-protection-controller'),
    watches: [PERSISTENT_VOLUMES],
    keysOf: (event) => (event.facts.deleting && event.type === 'put' ? [ownKey(event)] : []),
    reconcile: async ({ name }, cluster) => {
      const volume = cluster.objects.get(PERSISTENT_VOLUMES, '', name) as PersistentVolume | undefined
      if (volume?.status?.phase !== 'Bound') await release(cluster, PERSISTENT_VOLUMES, '', name, VOLUME_FINALIZER)
      return undefined
    },
  }
}

async function release(
  cluster: ClusterView,
  at: GroupResource,
  namespace: string,
  name: string,
  finalizer: string,
): Promise<void> {
  await cluster.objects.modify(at, namespace, name, (object): KubeObject | undefined => {
    const { finalizers = [], ...rest } = object.metadata
    if (!isDeleted(object) || !finalizers.includes(finalizer)) return undefined
    const others = finalizers.filter((each) => each !== finalizer)
    return { ...object, metadata: others.length > 0 ? { ...rest, finalizers: others } : rest }
  })
}
