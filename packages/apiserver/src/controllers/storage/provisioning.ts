import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import { deleteIfThere } from '../delete-if-there.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../resources.ts'
import { PROVISIONED_BY, STORAGE_PROVISIONERS } from './annotations.ts'
import { setClaimStatus } from './binding.ts'
import { type StorageScope, tell } from './scope.ts'

/** The provisioner whose volumes are made here, of nothing, for pods that run no processes. */
export const SIMULATED = 'skep.dev/simulated'
/** The same as the name of a driver, which must be one of a host. */
const DRIVER = 'simulated.skep.dev'
const NO_PROVISIONER = 'kubernetes.io/no-provisioner'

/** Has the volume of a claim made, here or by whoever its class names. */
export async function requestVolume(
  scope: StorageScope,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
): Promise<void> {
  const { provisioner } = storageClass
  if (provisioner === NO_PROVISIONER) return
  await nameProvisioner(scope, claim, provisioner)
  if (provisioner === SIMULATED) return provision(scope, claim, storageClass)
  const message = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`
  tell(scope, claim, { reason: 'ExternalProvisioning', message })
}

async function nameProvisioner(
  { cluster }: StorageScope,
  { metadata }: PersistentVolumeClaim,
  provisioner: string,
): Promise<void> {
  const marks = Object.fromEntries(STORAGE_PROVISIONERS.map((name) => [name, provisioner]))
  if (STORAGE_PROVISIONERS.every((name) => metadata.annotations?.[name] === provisioner)) return
  const change = (claim: KubeObject): KubeObject => ({
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...claim.metadata.annotations, ...marks } },
  })
  await cluster.objects.modify(PERSISTENT_VOLUME_CLAIMS, metadata.namespace ?? '', metadata.name ?? '', change)
}

async function provision(scope: StorageScope, claim: PersistentVolumeClaim, storageClass: StorageClass): Promise<void> {
  const volume = newVolume(claim, storageClass)
  const { name } = volume.metadata
  try {
    await scope.cluster.objects.create(PERSISTENT_VOLUMES, '', volume)
    const message = `Successfully provisioned volume ${name}`
    tell(scope, claim, { component: SIMULATED, reason: 'ProvisioningSucceeded', message })
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

function newVolume({ metadata, spec }: PersistentVolumeClaim, storageClass: StorageClass): PersistentVolume {
  const name = `pvc-${metadata.uid}`
  const { reclaimPolicy = 'Delete', mountOptions, parameters } = storageClass
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { [PROVISIONED_BY]: SIMULATED } },
    spec: {
      capacity: { storage: spec?.resources?.requests?.['storage'] ?? '0' },
      accessModes: spec?.accessModes ?? [],
      volumeMode: spec?.volumeMode ?? 'Filesystem',
      storageClassName: storageClass.metadata.name ?? '',
      persistentVolumeReclaimPolicy: reclaimPolicy,
      ...(mountOptions && { mountOptions }),
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: metadata.namespace ?? '',
        name: metadata.name ?? '',
        uid: metadata.uid ?? '',
      },
      csi: { driver: DRIVER, volumeHandle: name, ...(parameters && { volumeAttributes: parameters }) },
    },
  }
}

const isSimulated = ({ metadata }: PersistentVolume): boolean => metadata.annotations?.[PROVISIONED_BY] === SIMULATED

/** Gives a claim the size that it now asks for, when its volume was made here. */
export async function growVolume(
  scope: StorageScope,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<void> {
  if (!isSimulated(volume)) return
  const storage = claim.spec?.resources?.requests?.['storage'] ?? '0'
  const change = (stored: KubeObject): KubeObject => {
    const { spec, ...rest } = stored as PersistentVolume
    return { ...rest, spec: { ...spec, capacity: { ...spec?.capacity, storage } } } as PersistentVolume
  }
  const grown = await scope.cluster.objects.modify(PERSISTENT_VOLUMES, '', volume.metadata.name ?? '', change)
  if (grown) await setClaimStatus(scope.cluster, claim, 'Bound', grown as PersistentVolume)
}

/** Removes a volume whose claim is gone, when it was made here and is not to be kept. */
export async function reclaimVolume({ cluster }: StorageScope, volume: PersistentVolume): Promise<void> {
  if (volume.spec?.persistentVolumeReclaimPolicy !== 'Delete' || !isSimulated(volume)) return
  await deleteIfThere(cluster, PERSISTENT_VOLUMES, volume.metadata)
}
