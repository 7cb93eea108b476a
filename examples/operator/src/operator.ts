import { ConfigMap, Deployment } from '@skep/api'
import type { Client } from '@skep/client'
import { createManager, type Manager, type ManagerDependencies, type ManagerOptions } from '@skep/controller'
import { websiteReconciler } from './website.reconciler.ts'
import { Website } from './website.ts'

/** The operator, ready to start on the cluster of the client. */
export function websiteOperator(
  dependencies: ManagerDependencies & { client: Client },
  options?: ManagerOptions,
): Manager {
  const manager = createManager(dependencies, { name: 'website-operator', ...options })
  manager.add({
    name: 'website',
    kind: Website,
    owns: [ConfigMap, Deployment],
    workers: 4,
    reconcile: websiteReconciler({ hubClient: dependencies.client }),
  })
  return manager
}
