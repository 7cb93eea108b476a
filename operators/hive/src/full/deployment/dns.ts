import { ClusterDeployment, DnsZone } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, controllerReference, isControlledBy, type Result } from '@skep/controller'
import { findHiveCondition, type HiveConditionUpdate } from '../../conditions.ts'
import { MINUTE_MS } from '../../durations.ts'
import { LABELS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import { keep } from '../objects.ts'
import { hasManagedDns } from '../platforms.ts'
import { PROVISION_STOPPED } from './conditions.ts'
import { conditionOf, type DeploymentScope, type DeploymentStep, state } from './scope.ts'

/** How long a zone may take to become available. */
export const DNS_TIMEOUT_MS = 10 * MINUTE_MS

/** Conditions of a zone that only people can do something about, with the reason they give here. */
const FATAL: Readonly<Record<string, string>> = {
  InsufficientCredentials: 'InsufficientCredentials',
  AuthenticationFailure: 'AuthenticationFailure',
  APIOptInRequired: 'APIOptInRequiredForDNS',
}

/** Makes the DNS zone of a cluster whose DNS is managed; nothing goes on before it is available. */
export const ensureDnsZone: DeploymentStep = async (ctx, scope) => {
  const { parts, deployment } = scope
  if (!deployment.spec.manageDNS || deployment.spec.installed) return undefined
  if (!hasManagedDns(deployment.spec.platform)) {
    return notReady(ctx, scope, 'DNSUnsupportedPlatform', 'Managed DNS is not supported on specified platform')
  }
  const ref = { namespace: deployment.metadata.namespace, name: deploymentNames.dnsZone(deployment.metadata.name) }
  const zone = await parts.cache.get(DnsZone, ref)
  if (zone && !isControlledBy(zone, deployment)) {
    return notReady(ctx, scope, 'DNSZoneResourceConflict', 'Existing DNS zone not owned by cluster deployment')
  }
  if (!zone) await parts.client.create(DnsZone, zoneOf(scope))
  return followZone(ctx, scope, zone)
}

const notReady = (ctx: Ctx, scope: DeploymentScope, reason: string, message: string): Result => {
  state(ctx, scope, { type: 'DNSNotReady', status: 'True', reason, message })
  return {}
}

function zoneOf({ deployment }: DeploymentScope) {
  const { metadata, spec } = deployment
  const { aws, azure, gcp } = spec.platform
  return {
    metadata: {
      namespace: metadata.namespace,
      name: deploymentNames.dnsZone(metadata.name),
      labels: { [LABELS.clusterDeploymentName]: metadata.name, [LABELS.dnsZoneType]: 'child' },
      ownerReferences: [controllerReference(ClusterDeployment, deployment)],
    },
    spec: {
      zone: spec.baseDomain,
      linkToParentDomain: true,
      ...(spec.preserveOnDelete ? { preserveOnDelete: true } : {}),
      ...(aws && { aws: keep(aws, 'credentialsSecretRef', 'credentialsAssumeRole', 'region') }),
      ...(gcp?.credentialsSecretRef && { gcp: { credentialsSecretRef: gcp.credentialsSecretRef } }),
      ...(azure && {
        azure: {
          credentialsSecretRef: azure.credentialsSecretRef,
          resourceGroupName: azure.baseDomainResourceGroupName ?? '',
          ...(azure.cloudName === undefined ? {} : { cloudName: azure.cloudName }),
        },
      }),
    },
  }
}

/** What the conditions of the zone mean for the cluster. */
function followZone(ctx: Ctx, scope: DeploymentScope, zone: Stored<DnsZone> | undefined): Result | undefined {
  const conditions = zone?.status?.conditions
  if (findHiveCondition(conditions, 'ZoneAvailable')?.status === 'True') {
    state(ctx, scope, { type: 'DNSNotReady', status: 'False', reason: 'DNSReady', message: 'DNS Zone available' })
    return undefined
  }
  for (const [type, reason] of Object.entries(FATAL)) {
    const problem = findHiveCondition(conditions, type)
    if (problem?.status === 'True') return stop(ctx, scope, reason, problem.message ?? '')
  }
  const error = findHiveCondition(conditions, 'DNSError')
  if (error?.status === 'True') return notReady(ctx, scope, error.reason ?? 'DNSError', error.message ?? '')
  return waitForZone(ctx, scope)
}

function stop(ctx: Ctx, scope: DeploymentScope, reason: string, message: string): Result {
  stopProvisioning(ctx, scope, {
    reason: 'DNSZoneFailedToReconcile',
    message: 'DNSZone failed to reconcile (see the DNSNotReady condition for details)',
  })
  return notReady(ctx, scope, reason, message)
}

const stopProvisioning = (ctx: Ctx, scope: DeploymentScope, why: Pick<HiveConditionUpdate, 'reason' | 'message'>) => {
  state(ctx, scope, { type: 'ProvisionStopped', status: 'True', ...why })
  state(ctx, scope, PROVISION_STOPPED)
}

function waitForZone(ctx: Ctx, scope: DeploymentScope): Result {
  const former = conditionOf(scope, 'DNSNotReady')
  if (former?.reason === 'DNSNotReadyTimedOut') return {}
  const since = former?.reason === 'DNSNotReady' ? Date.parse(former.lastProbeTime ?? '') : ctx.clock.now()
  const left = since + DNS_TIMEOUT_MS - ctx.clock.now()
  if (left > 0) {
    notReady(ctx, scope, 'DNSNotReady', 'DNS Zone not yet available')
    return { requeueAfterMs: left }
  }
  stopProvisioning(ctx, scope, { reason: 'DNSNotReadyTimedOut', message: 'Timed out waiting on managed dns creation' })
  return notReady(ctx, scope, 'DNSNotReadyTimedOut', 'DNS Zone timed out in DNSNotReady state')
}
