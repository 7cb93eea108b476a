import type { PersistentVolumeClaim, Pod } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from '../controller.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../resources.ts'
import { controllerReference } from '../workloads/ownership.ts'
import { isNamespaceTerminating, textOf } from '../workloads/pods/pod-control.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'

const POD = { group: '', version: 'v1', kind: 'Pod' }
const COMPONENT = 'ephemeral_volume'

type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number]
type EphemeralVolume = Volume & { ephemeral: NonNullable<Volume['ephemeral']> }

const ephemeralVolumes = ({ spec }: Pod): EphemeralVolume[] =>
  (spec?.volumes ?? []).filter((volume): volume is EphemeralVolume => volume.ephemeral !== undefined)

/** Makes claims for volumes that live and die with their pod. */
export function ephemeralVolumeController(context: ControllerContext): ControllerDefinition {
  return {
    name: 'ephemeral-volume',
    identity: serviceAccount('ephemeral-volume-controller'),
    watches: [PODS],
    keysOf: (event) =>
      event.type === 'put' && !event.previous && ephemeralVolumes(event.object as Pod).length > 0
        ? [ownKey(event)]
        : [],
    reconcile: async ({ namespace, name }, cluster) => {
      const pod = cluster.objects.get(PODS, namespace, name) as Pod | undefined
      if (!pod || isDeleted(pod)) return undefined
      for (const volume of ephemeralVolumes(pod)) await createClaim(context, cluster, pod, volume)
      return undefined
    },
  }
}

async function createClaim(
  { events }: ControllerContext,
  cluster: ClusterView,
  pod: Pod,
  { name, ephemeral }: EphemeralVolume,
): Promise<void> {
  const namespace = pod.metadata.namespace ?? ''
  const claim = newClaim(pod, name, ephemeral)
  try {
    await cluster.objects.create(PERSISTENT_VOLUME_CLAIMS, namespace, claim)
  } catch (error) {
    if (isNamespaceTerminating(error)) return
    const found = cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, namespace, claim.metadata.name ?? '')
    const isOurs = found?.metadata.ownerReferences?.some(({ uid }) => uid === pod.metadata.uid)
    if (hasReason(error, 'AlreadyExists') && isOurs) return
    const message = `ephemeral volume ${name}: create PVC ${claim.metadata.name}: ${textOf(error)}`
    events.record(cluster, pod, { component: COMPONENT, type: 'Warning', reason: 'FailedBinding', message })
    throw error
  }
}

function newClaim(
  pod: Pod,
  volume: string,
  { volumeClaimTemplate }: EphemeralVolume['ephemeral'],
): PersistentVolumeClaim {
  const { metadata, spec } = volumeClaimTemplate ?? {}
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: `${pod.metadata.name}-${volume}`,
      namespace: pod.metadata.namespace ?? '',
      ...(metadata?.labels && { labels: metadata.labels }),
      ...(metadata?.annotations && { annotations: metadata.annotations }),
      ownerReferences: [controllerReference(POD, pod)],
    },
    ...(spec && { spec }),
  }
}
