import { findCondition, removeCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { conditionOf, type Scope, state } from '../scope.ts'

/** Conditions of the control plane that the hosted cluster has as well. */
const COPIED = [
  'ValidHostedControlPlaneConfiguration',
  'InfrastructureReady',
  'EtcdAvailable',
  'KubeAPIServerAvailable',
  'ExternalDNSReachable',
  'ValidReleaseInfo',
  'ValidIDPConfiguration',
  'HostedClusterRestoredFromBackup',
  'DataPlaneConnectionAvailable',
  'ControlPlaneConnectionAvailable',
  'EtcdBackupSucceeded',
  'ConfigOperatorReconciliationSucceeded',
] as const

/** Conditions that are copied when the control plane has them, and otherwise left alone. */
const COPIED_IF_THERE: Readonly<Record<string, readonly string[]>> = {
  AWS: ['AWSDefaultSecurityGroupCreated', 'ValidAWSKMSConfig', 'AWSEndpointAvailable', 'AWSEndpointServiceAvailable'],
  Azure: [
    'ValidAzureKMSConfig',
    'AzurePrivateLinkServiceAvailable',
    'AzurePLSCreated',
    'AzureInternalLoadBalancerAvailable',
    'AzurePrivateEndpointAvailable',
    'AzurePrivateDNSAvailable',
  ],
  KubeVirt: ['ValidKubeVirtInfraNetworkMTU'],
}
const COPIED_IF_THERE_EVERYWHERE = ['EtcdDataEncryptionUpToDate'] as const

/** What the tenant's cluster says of its version, by the name that the hosted cluster has for it. */
const VERSION_CONDITIONS = {
  ClusterVersionSucceeding: 'ClusterVersionFailing',
  ClusterVersionProgressing: 'ClusterVersionProgressing',
  ClusterVersionReleaseAccepted: 'ClusterVersionReleaseAccepted',
  ClusterVersionUpgradeable: 'ClusterVersionUpgradeable',
  ClusterVersionAvailable: 'ClusterVersionAvailable',
} as const

const INVERSE = { True: 'False', False: 'True', Unknown: 'Unknown' } as const
const NO_CONTROL_PLANE = 'The hosted control plane is not found'

const found = ({ controlPlane }: Scope, type: string): Condition | undefined =>
  findCondition(controlPlane?.status?.conditions, type)

/** States what the control plane states, since when it does. */
function copy(scope: Scope, condition: Condition, change: Partial<Condition> = {}): void {
  const { type, status, reason, message, lastTransitionTime } = { ...condition, ...change }
  state(scope, { type, status, reason, message }, Date.parse(lastTransitionTime))
}

const unknown = (scope: Scope, type: string, message: string): void =>
  state(scope, { type, status: 'Unknown', reason: 'StatusUnknown', message })

/** Copies the conditions that are the control plane's to state. */
export function copyConditions(scope: Scope): void {
  copyVersionConditions(scope)
  copyDegraded(scope)
  for (const type of COPIED) {
    const condition = found(scope, type)
    if (condition) copy(scope, condition)
    else unknown(scope, type, scope.controlPlane ? 'Condition not found in the HCP' : NO_CONTROL_PLANE)
  }
  const { type: platform } = scope.hostedCluster.spec.platform
  for (const type of [...COPIED_IF_THERE_EVERYWHERE, ...(COPIED_IF_THERE[platform] ?? [])]) {
    const condition = found(scope, type)
    if (condition) copy(scope, condition)
  }
}

function copyVersionConditions(scope: Scope): void {
  for (const [type, source] of Object.entries(VERSION_CONDITIONS)) {
    const condition = found(scope, source)
    if (!condition) unknown(scope, type, 'Condition not found in the CVO.')
    else copy(scope, condition, type === source ? {} : { type, status: INVERSE[condition.status] })
  }
  const retrieved = found(scope, 'ClusterVersionRetrievedUpdates')
  // As long as nobody has asked for updates there is nothing to say.
  if (retrieved && retrieved.reason !== 'StatusUnknown') copy(scope, retrieved)
  else removeCondition(scope.status.conditions, 'ClusterVersionRetrievedUpdates')
}

function copyDegraded(scope: Scope): void {
  const degraded = found(scope, 'Degraded')
  if (!degraded) unknown(scope, 'Degraded', NO_CONTROL_PLANE)
  else copy(scope, degraded, degraded.status === 'False' ? { message: 'The hosted cluster is not degraded' } : {})
}

/** Copies what is also of interest while the cluster is going. */
export function copyDeletionConditions(scope: Scope): void {
  const { hostedCluster, controlPlane } = scope
  const going = controlPlane?.metadata.deletionTimestamp !== undefined
  if (hostedCluster.spec.platform.type === 'AWS') {
    const identity = found(scope, 'ValidAWSIdentityProvider')
    if (identity) copy(scope, identity)
    else unknown(scope, 'ValidAWSIdentityProvider', '')
    const group = found(scope, 'AWSDefaultSecurityGroupDeleted')
    if (going && group) copy(scope, group)
  }
  if (!going) return
  const destroyed = found(scope, 'CloudResourcesDestroyed')
  if (destroyed) copy(scope, destroyed)
  else if (!conditionOf(scope, 'CloudResourcesDestroyed')) unknown(scope, 'CloudResourcesDestroyed', '')
}
