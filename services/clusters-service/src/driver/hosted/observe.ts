import type { HostedCluster, NodePool } from '@skep/api'
import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import type { ClusterObservation } from '../../records/cluster-record.ts'
import { baseDomainOf, type ClusterOrder, dnsNameOf, nameOf, namespaceOf } from '../manifests/order.ts'
import type { ProvisionError } from '../observe/error-codes.ts'
import { wasBuilt } from '../observe/observe.ts'
import { type Observed, observationOf } from '../observe/observed.ts'

/** The code of everything that goes wrong with a hosted control plane. */
const HOSTED_FAILED = 'OCM5001'

/** What is wrong with an order that HyperShift will not try. */
const REFUSALS = ['ValidConfiguration', 'SupportedHostedCluster', 'ValidReleaseImage', 'ValidReleaseInfo']

type Condition = NonNullable<NonNullable<HostedCluster['status']>['conditions']>[number]

const conditionOf = (conditions: readonly Condition[] | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type)

/** How a hosted cluster does. */
export function observeHosted(order: ClusterOrder, hosted: HostedCluster | undefined): Observed {
  if (!hosted)
    return wasBuilt(order.record) ? observeLoss(order) : pendingHosted('The control plane is about to be made')
  const { conditions } = hosted.status ?? {}
  const available = conditionOf(conditions, 'Available')
  if (available?.status === 'True' || wasReady(order)) return { observation: observeReady(order, hosted, available) }
  const refused = REFUSALS.map((type) => conditionOf(conditions, type)).find(
    (condition) => condition?.status === 'False',
  )
  if (refused) return failed(`HyperShift refuses the cluster: ${refused.reason}: ${refused.message}`)
  const description = available?.message || 'The control plane is being made'
  return { observation: { ...observationOf({ state: 'installing', description }), ...identityOf(order, hosted) } }
}

/** An order that waits for something before there is a control plane. */
export const pendingHosted = (description: string, recheckAfterMs?: number): Observed => ({
  observation: observationOf({ state: 'pending', description }),
  ...(recheckAfterMs === undefined ? {} : { recheckAfterMs }),
})

/** A control plane that was there once does not become one that is being installed. */
const wasReady = ({ record }: ClusterOrder): boolean => record.cluster.api?.url !== undefined

function observeReady(
  order: ClusterOrder,
  hosted: HostedCluster,
  available: Condition | undefined,
): ClusterObservation {
  const isWell = available?.status === 'True'
  const { host, port } = hosted.status?.controlPlaneEndpoint ?? {}
  const completed = hosted.status?.version?.history?.find(({ state }) => state === 'Completed')
  const running = completed?.version ?? order.record.cluster.version?.raw_id
  return {
    ...observationOf({
      state: 'ready',
      dnsReady: true,
      ...(isWell
        ? {}
        : { description: `The control plane is not available: ${available?.message ?? 'nobody says why'}` }),
    }),
    ...identityOf(order, hosted),
    ...(host ? { apiUrl: `https://${host}:${port ?? 6443}` } : {}),
    ...(running ? { openshiftVersion: running } : {}),
    consoleUrl: `https://console-openshift-console.apps.${dnsNameOf(order)}.${baseDomainOf(order)}`,
    healthState: isWell ? 'healthy' : 'unhealthy',
  }
}

const identityOf = (order: ClusterOrder, { spec }: HostedCluster): ClusterObservation => ({
  baseDomain: baseDomainOf(order),
  managementCluster: order.shard.managementCluster ?? order.shard.id,
  hcpNamespace: `${namespaceOf(order)}-${nameOf(order)}`,
  ...(spec.infraID ? { infraId: spec.infraID } : {}),
  ...(spec.clusterID ? { externalId: spec.clusterID } : {}),
})

function failed(message: string): Observed {
  const error: ProvisionError = { code: HOSTED_FAILED, message }
  return { observation: observationOf({ state: 'error', description: message, error }) }
}

const observeLoss = (order: ClusterOrder): Observed =>
  failed(
    `shard ${order.shard.id}: HostedCluster ${namespaceOf(order)}/${order.record.cluster.name} is gone; ` +
      'restore it on the shard, or delete the cluster',
  )

/** How a node pool does, as far as its NodePool says. */
export function nodePoolStatus(pool: NodePool | undefined, before: JsonObject, now: number): JsonObject {
  const conditions = pool?.status?.conditions ?? []
  const isTrue = (type: string) =>
    conditions.some((condition) => condition.type === type && condition.status === 'True')
  const value = nodePoolState(pool, isTrue)
  const ready = conditions.find(({ type }) => type === 'Ready')
  const last = before['state']
  const same = typeof last === 'object' && last !== null && !Array.isArray(last) && last['value'] === value
  return {
    state: same ? last : { value, last_updated_timestamp: formatTime(now) },
    current_replicas: pool?.status?.replicas ?? 0,
    ...(value !== 'ready' && ready?.message ? { message: ready.message } : {}),
  }
}

function nodePoolState(pool: NodePool | undefined, isTrue: (type: string) => boolean): string {
  if (!pool) return 'pending'
  if (pool.metadata.deletionTimestamp !== undefined) return 'uninstalling'
  if (isTrue('UpdatingVersion') || isTrue('UpdatingConfig')) return 'updating'
  return isTrue('Ready') && isTrue('AllNodesHealthy') ? 'ready' : 'installing'
}
