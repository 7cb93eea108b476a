import type { PersistentVolume, PersistentVolumeClaim } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import type { ControllerContext } from '../controller.ts'
import { ObjectIndex } from '../object-index.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../resources.ts'
import { BIND_COMPLETED } from './annotations.ts'

/** Terms by which volumes and claims are found; see `ObjectIndex`. */
export const claimedBy = (namespace: string, name: string): string => `claim ${namespace}/${name}`
export const freeOf = (storageClass: string): string => `free ${storageClass}`
export const waitingFor = (storageClass: string): string => `waiting ${storageClass}`

/** Volumes and claims of all clusters, by what they are to each other. */
export interface StorageIndexes {
  readonly volumes: ObjectIndex<PersistentVolume>
  readonly claims: ObjectIndex<PersistentVolumeClaim>
}

export const createStorageIndexes = (): StorageIndexes => ({
  volumes: new ObjectIndex<PersistentVolume>(PERSISTENT_VOLUMES, ({ spec }) => [
    spec?.claimRef
      ? claimedBy(spec.claimRef.namespace ?? '', spec.claimRef.name ?? '')
      : freeOf(spec?.storageClassName ?? ''),
  ]),
  claims: new ObjectIndex<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS, ({ metadata, spec }) =>
    metadata.annotations?.[BIND_COMPLETED] === undefined ? [waitingFor(spec?.storageClassName ?? '')] : [],
  ),
})

/** What binding works with. */
export interface StorageScope {
  readonly context: ControllerContext
  readonly indexes: StorageIndexes
  readonly cluster: ClusterView
}

/** Tells users of a volume or claim what happens. */
export function tell(
  { context, cluster }: StorageScope,
  about: KubeObject,
  what: { type?: 'Warning'; reason: string; message: string; component?: string },
): void {
  context.events.record(cluster, about, { component: 'persistentvolume-controller', ...what })
}
