import { ClusterApiMachineSet } from '@skep/api'
import { gathered } from '@skep/controller'
import type { HypershiftParts } from '../contracts.ts'
import { followBehaviours } from './behaviour-changes.ts'
import { listenFor } from './changes.ts'
import { createTenantConfiguration } from './config/configure-tenant.ts'
import { ForeignWrites, isSetting } from './config/foreign-writes.ts'
import { createControlPlanes } from './control-planes.ts'
import { addHostedClusterConfig } from './hosted-cluster-config.ts'
import { addInPlaceUpgrader } from './in-place/upgrader.ts'
import { addMachineApprover } from './machines/approver.ts'
import { createMachines } from './machines/machines.ts'
import { addNodeLabels } from './nodes/node-labels.ts'
import { Tenants } from './tenants.ts'
import { createVersionOperator } from './version/version-operator.ts'

/** What works in the clusters of tenants. */
export interface TenantControllers {
  /** Lets go of all clusters, when the manager has stopped. */
  stop(): Promise<void>
}

/**
 * Adds what works in the clusters of tenants: their settings and version, certificates, labels and updates of their
 * nodes, and what is left in the cloud when they go. One set of controllers serves all of them.
 */
export function addTenantControllers(parts: HypershiftParts): TenantControllers {
  const tenants = new Tenants(parts)
  const controlPlanes = createControlPlanes(parts.manager)
  const machines = createMachines(parts.manager)
  const shared = { ...parts, tenants, controlPlanes, machines }
  const foreignWrites = new ForeignWrites()
  const configuration = createTenantConfiguration(foreignWrites)
  const operateVersion = createVersionOperator(parts, controlPlanes, foreignWrites)
  const configure = addHostedClusterConfig({ ...shared, configuration, operateVersion })
  const approve = addMachineApprover(shared)
  const label = addNodeLabels(shared)
  const upgrade = addInPlaceUpgrader(shared)
  // Nodes join together, and each says several things of itself within a moment; who waits for a certificate waits.
  const [configureSoon, labelSoon, upgradeSoon] = [configure, label, upgrade].map((look) => gathered(parts.clock, look))
  const audience = { configure: configureSoon!, approve, label: labelSoon!, upgrade: upgradeSoon! }
  tenants.listen(listenFor({ controlPlanes, machines, ...audience }))
  // By then it is known which writes were no tenant's.
  const restoreSoon = gathered(parts.clock, ({ namespace = '', name }) => {
    if (foreignWrites.has(namespace)) configure({ namespace, name })
  })
  const ignoreWrites = parts.apis.onWrite((write) => {
    const controlPlane = isSetting(write) && controlPlanes.in(write.id)
    if (!controlPlane) return
    foreignWrites.hear(write)
    restoreSoon(controlPlane.metadata)
  })
  const machineSets = parts.manager.informersOf().of(ClusterApiMachineSet)
  const ignoreBehaviours = followBehaviours(parts.behaviours, { controlPlanes, machineSets, configure, upgrade })
  return {
    stop: async () => {
      ignoreBehaviours()
      ignoreWrites()
      await tenants.stop()
    },
  }
}
