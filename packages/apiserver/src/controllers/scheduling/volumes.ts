import type { Node, PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES } from '../resources.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'
import { matchesNodeSelector } from './node-affinity.ts'

/** The claims of a pod, and what they mean for where it can run. */
export interface PodVolumes {
  /** Why the pod cannot run anywhere yet. */
  readonly problem: string | undefined
  /** Claims that get their volume once the pod has its node. */
  readonly unbound: readonly PersistentVolumeClaim[]
  /** Why a node cannot use the volumes. */
  conflictWith(node: Node): string | undefined
}

const NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity"

/** Looks up the claims of a pod. */
export function volumesOf(cluster: ClusterView, pod: Pod): PodVolumes {
  const unbound: PersistentVolumeClaim[] = []
  const volumes: PersistentVolume[] = []
  let problem: string | undefined
  for (const name of claimNames(pod)) {
    const claim = cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, pod.metadata.namespace ?? '', name)
    const state = stateOf(cluster, name, claim as PersistentVolumeClaim | undefined)
    if (typeof state === 'string') problem ??= state
    else if ('claim' in state) unbound.push(state.claim)
    else volumes.push(state.volume)
  }
  return {
    problem,
    unbound,
    conflictWith: (node) => (volumes.every((each) => isReachable(each, node)) ? undefined : NODE_CONFLICT),
  }
}

type ClaimState = string | { readonly claim: PersistentVolumeClaim } | { readonly volume: PersistentVolume }

function stateOf(cluster: ClusterView, name: string, claim: PersistentVolumeClaim | undefined): ClaimState {
  if (!claim) return `persistentvolumeclaim "${name}" not found`
  if (isDeleted(claim)) return `persistentvolumeclaim "${name}" is being deleted`
  if (claim.status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName}"`
  if (!isBound(claim))
    return waitsForPod(cluster, claim) ? { claim } : 'pod has unbound immediate PersistentVolumeClaims'
  const volume = cluster.objects.get(PERSISTENT_VOLUMES, '', claim.spec?.volumeName ?? '') as
    | PersistentVolume
    | undefined
  return volume ? { volume } : 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'
}

const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed'

const isBound = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  Boolean(spec?.volumeName) && metadata.annotations?.[BIND_COMPLETED] !== undefined

/** Whether a claim's class leaves the choice of the volume until a pod needs it. */
function waitsForPod(cluster: ClusterView, { spec }: PersistentVolumeClaim): boolean {
  if (!spec?.storageClassName) return false
  const found = cluster.objects.get(STORAGE_CLASSES, '', spec.storageClassName) as StorageClass | undefined
  return found?.volumeBindingMode === 'WaitForFirstConsumer'
}

/** Names of the claims that a pod mounts, those made for the pod itself among them. */
export const claimNames = ({ metadata, spec }: Pod): string[] =>
  (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName]
    return ephemeral ? [`${metadata.name}-${name}`] : []
  })

function isReachable({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required
  return required === undefined || matchesNodeSelector(required, node)
}
