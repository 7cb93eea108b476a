import type { Random } from '@skep/base'
import type { Store } from '@skep/store'
import type { AdmissionPlugin } from '../contracts.ts'
import { defaultIngressClass } from './default-ingress-class.ts'
import { defaultTolerations } from './default-tolerations.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { nodeRestriction } from './node-restriction.ts'
import { nodeTaints } from './node-taints.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './quota/resource-quota.ts'
import { serviceAccount } from './service-account.ts'
import { serviceAddresses } from './services/service-addresses.ts'
import { defaultStorageClass, storageProtection } from './storage-protection.ts'

/**
 * The plug-ins that every server has, in kube-apiserver's order. `dynamic` ones (webhooks and policies, which users
 * configure) come after those that complete an object and before the quota, which must see what will be stored.
 */
export function builtInPlugins(store: Store, random: Random, dynamic: readonly AdmissionPlugin[]): AdmissionPlugin[] {
  return [
    namespaceLifecycle,
    limitRanger,
    serviceAccount(random),
    nodeRestriction,
    nodeTaints,
    priority,
    defaultTolerations,
    storageProtection,
    defaultStorageClass,
    defaultIngressClass,
    ...dynamic,
    serviceAddresses(store, random),
    resourceQuota,
  ]
}
