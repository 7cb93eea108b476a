import { goQuote, type JsonPatchStep } from '@skep/schema'
import type { ManagedCluster } from '../managed-cluster.ts'
import { CLUSTER_SET_LABEL } from './managed-cluster.validate.ts'
import { badRequest, type HubRefusal } from './refusal.ts'

type Taint = NonNullable<NonNullable<ManagedCluster['spec']>['taints']>[number]

/**
 * How a cluster is completed before it is stored: it belongs to the default set unless it says which, and its new taints
 * get the time, `now`, at which they came. Nobody else may say when that was.
 */
export function defaultManagedCluster(
  cluster: ManagedCluster,
  stored: ManagedCluster | undefined,
  now: string,
): { readonly patch: readonly JsonPatchStep[] } | { readonly refusal: HubRefusal } {
  const taints = cluster.spec?.taints ?? []
  const forged = stored ? taints.filter((taint) => isForged(taint, findTaint(stored, taint))) : []
  if (forged.length > 0) {
    const keys = goQuote(forged.map(({ key }) => key).join(','))
    return { refusal: badRequest(`It is not allowed to set TimeAdded of Taint ${keys}.`) }
  }
  const times = taints.flatMap((taint, index) =>
    stored && isSame(taint, findTaint(stored, taint))
      ? []
      : [{ op: 'add', path: `/spec/taints/${index}/timeAdded`, value: now }],
  )
  return { patch: [...times, ...setLabel(cluster)] }
}

const findTaint = ({ spec }: ManagedCluster, { key }: Taint): Taint | undefined =>
  spec?.taints?.find((taint) => taint.key === key)

const isSame = (taint: Taint, former: Taint | undefined): boolean =>
  former?.value === taint.value && former?.effect === taint.effect

const isForged = (taint: Taint, former: Taint | undefined): boolean =>
  isSame(taint, former)
    ? timeOf(taint.timeAdded) !== timeOf(former?.timeAdded)
    : taint.timeAdded !== undefined && taint.timeAdded !== null

/** The same time may be written in several ways. */
const timeOf = (text: string | null | undefined): number | undefined => (text ? Date.parse(text) : undefined)

function setLabel({ metadata: { labels } }: ManagedCluster): JsonPatchStep[] {
  if (labels?.[CLUSTER_SET_LABEL]) return []
  const path = '/metadata/labels'
  if (!labels) return [{ op: 'add', path, value: { [CLUSTER_SET_LABEL]: 'default' } }]
  return [{ op: 'add', path: `${path}/${CLUSTER_SET_LABEL.replace('/', '~1')}`, value: 'default' }]
}
