import type { HostedCluster } from '@skep/api'
import { type ObjectRef, objectKey, type Stored } from '@skep/client'
import { EXTERNAL_KUBECONFIG, klusterletName } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { managedClusterName } from '../views.ts'
import { areMirrored, copySecrets, sourceVersions } from './secrets.ts'

type Hosted = Stored<HostedCluster>

/** Keeps the copies of hosted clusters' secrets. */
export interface CopiedSecrets {
  /** Copies the secrets of a hosted cluster, unless that was done and nothing tells of others. */
  ensure(hosted: Hosted): Promise<void>
  forget(hosted: ObjectRef): void
}

/**
 * Remembers when copies were made, since many changes of a hosted cluster do not concern its secrets, which would have to
 * be taken apart each time. Whoever starts anew looks at all of them once.
 */
export function createCopiedSecrets(parts: MceParts): CopiedSecrets {
  const occasions = new Map<string, string>()
  return {
    ensure: async (hosted) => {
      const key = objectKey(hosted.metadata)
      const occasion = occasionOf(parts, hosted)
      if (occasions.get(key) === occasion && areThere(parts, hosted)) return
      await copySecrets(parts, hosted)
      occasions.set(key, occasion)
    },
    forget: (hosted) => void occasions.delete(objectKey(hosted)),
  }
}

const placeOf = ({ views }: MceParts, hosted: Hosted) =>
  views.namespaces.get({ name: klusterletName(managedClusterName(hosted)) })?.metadata

/** What the copies follow from. */
function occasionOf(parts: MceParts, hosted: Hosted): string {
  const { uid, deletionTimestamp } = placeOf(parts, hosted) ?? {}
  const { kubeconfig, kubeadminPassword } = hosted.status ?? {}
  const names = [hosted.metadata.uid, managedClusterName(hosted)]
  const versions = sourceVersions(parts, hosted)
  return JSON.stringify([...names, kubeconfig, kubeadminPassword, uid, deletionTimestamp, ...versions])
}

/** Whether the copies are known to be where they should be. */
function areThere(parts: MceParts, hosted: Hosted): boolean {
  const place = placeOf(parts, hosted)
  const agents = place && { namespace: place.name, name: EXTERNAL_KUBECONFIG }
  const isHandedOver = !agents || parts.views.externalKubeconfigs.get(agents) !== undefined
  return isHandedOver && areMirrored(parts, hosted)
}
