import { StorageClass } from '@skep/api'
import type { Client } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import type { ControlPlaneObjects } from './objects.ts'

/** Who makes volumes of nothing, on an embedded API server. */
const PROVISIONER = 'skep.dev/simulated'

/** Gives a management cluster that has no storage class at all a default one, so that etcd gets its volumes. */
export async function ensureStorageClass(client: Client, { storageClasses }: ControlPlaneObjects): Promise<void> {
  if (storageClasses.size > 0) return
  await createIfMissing(client, StorageClass, {
    metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: PROVISIONER,
    volumeBindingMode: 'WaitForFirstConsumer',
  })
}
