import { s } from '@skep/schema'
import { attributes } from '../attributes.ts'
import { resourceType } from '../resource-type.ts'

const upgradeState = attributes({
  value: s.enum(['pending', 'scheduled', 'started', 'completed', 'failed', 'delayed', 'cancelled']),
  description: s.string(),
})

const upgradePolicyAttributes = attributes({
  id: s.string(),
  cluster_id: s.string(),
  node_pool_id: s.string(),
  schedule: s.string(),
  schedule_type: s.enum(['manual', 'automatic']),
  upgrade_type: s.enum(['OSD', 'ADDON', 'ControlPlane', 'ControlPlaneCVE', 'NodePool']),
  version: s.string(),
  next_run: s.time(),
  enable_minor_version_upgrades: s.bool(),
  creation_timestamp: s.time(),
  last_update_timestamp: s.time(),
  state: upgradeState,
})

const upgradePolicyRules = {
  readOnly: ['id', 'cluster_id', 'node_pool_id', 'creation_timestamp', 'last_update_timestamp', 'state'],
  immutable: ['schedule_type', 'upgrade_type'],
}

/** When a cluster is upgraded, and to what. */
export const upgradePolicy = resourceType(
  'UpgradePolicy',
  'Upgrade policy',
  upgradePolicyAttributes,
  upgradePolicyRules,
)
/** When a hosted control plane is upgraded, and to what. */
export const controlPlaneUpgradePolicy = resourceType(
  'ControlPlaneUpgradePolicy',
  'Control plane upgrade policy',
  upgradePolicyAttributes,
  upgradePolicyRules,
)
/** When a node pool is upgraded, and to what. */
export const nodePoolUpgradePolicy = resourceType(
  'NodePoolUpgradePolicy',
  'Node pool upgrade policy',
  upgradePolicyAttributes,
  upgradePolicyRules,
)
/** How far an upgrade has come; the one part of it that has an address of its own. */
export const upgradePolicyState = resourceType('UpgradePolicyState', 'Upgrade policy state', upgradeState)

/** A check of the surroundings of a cluster while it is being made. */
export const inflightCheck = resourceType(
  'InflightCheck',
  'Inflight check',
  attributes({
    id: s.string(),
    name: s.string(),
    state: s.enum(['pending', 'running', 'passed', 'failed']),
    details: s.anyObject(),
    started_at: s.time(),
    ended_at: s.time(),
    restarts: s.integer(),
  }),
)

/** Why a cluster is not fully supported. */
export const limitedSupportReason = resourceType(
  'LimitedSupportReason',
  'Limited support reason',
  attributes({
    id: s.string(),
    summary: s.string(),
    details: s.string(),
    detection_type: s.enum(['auto', 'manual']),
    creation_timestamp: s.time(),
  }),
  { readOnly: ['id', 'creation_timestamp'] },
)
