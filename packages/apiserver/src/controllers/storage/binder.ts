import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@skep/api'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  ownKey,
  serviceAccount,
} from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES } from '../resources.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'
import { syncClaim } from './claims.ts'
import { claimedBy, type StorageIndexes, waitingFor } from './scope.ts'
import { syncVolume } from './volumes.ts'

/** Brings claims and volumes together. Keys without a namespace are volumes, the others claims. */
export function volumeBinder(context: ControllerContext, indexes: StorageIndexes): ControllerDefinition {
  return {
    name: 'persistentvolume-binder',
    identity: serviceAccount('persistent-volume-binder'),
    watches: [PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES],
    workers: 8,
    keysOf: (event) => {
      if (isResource(event, PERSISTENT_VOLUME_CLAIMS)) return keysOfClaim(event)
      return isResource(event, PERSISTENT_VOLUMES) ? keysOfVolume(event) : keysOfClass(event)
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const scope = { context, indexes, cluster }
      const object = cluster.objects.get(
        namespace === '' ? PERSISTENT_VOLUMES : PERSISTENT_VOLUME_CLAIMS,
        namespace,
        name,
      )
      if (!object) return undefined
      if (namespace === '') await syncVolume(scope, object as PersistentVolume)
      else if (!isDeleted(object)) await syncClaim(scope, object as PersistentVolumeClaim)
      return undefined
    },
  }

  /** A claim that goes sets its volume free. */
  function keysOfClaim(event: ObjectEvent): ObjectKey[] {
    if (event.type === 'put') return [ownKey(event)]
    const { clusterId, namespace, name } = event
    return indexes.volumes
      .find(clusterId, claimedBy(namespace, name))
      .map(({ metadata }) => ({ clusterId, namespace: '', name: metadata.name ?? '' }))
  }

  /** A volume concerns its claim, or, while it is free, all that wait for one of its class. */
  function keysOfVolume(event: ObjectEvent): ObjectKey[] {
    const { clusterId, object } = event
    const { claimRef, storageClassName = '' } = (object as PersistentVolume).spec ?? {}
    const own = event.type === 'put' ? [ownKey(event)] : []
    if (claimRef) return [...own, { clusterId, namespace: claimRef.namespace ?? '', name: claimRef.name ?? '' }]
    return event.previous ? own : [...own, ...waiting(clusterId, storageClassName)]
  }

  function keysOfClass({ type, clusterId, object, previous }: ObjectEvent): ObjectKey[] {
    return type === 'put' && !previous ? waiting(clusterId, (object as StorageClass).metadata.name ?? '') : []
  }

  function waiting(clusterId: string, storageClass: string): ObjectKey[] {
    return indexes.claims
      .find(clusterId, waitingFor(storageClass))
      .map(({ metadata }) => ({ clusterId, namespace: metadata.namespace ?? '', name: metadata.name ?? '' }))
  }
}
