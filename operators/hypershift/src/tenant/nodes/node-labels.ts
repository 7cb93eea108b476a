import { ClusterApiMachine, Node, type Taint } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ObjectRef, Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { HypershiftParts } from '../../contracts.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS, MANAGED_LABEL_PREFIX } from '../../node-pool/annotations.ts'
import type { Enqueue } from '../changes.ts'
import type { Machine, Machines } from '../machines/machines.ts'
import type { Tenants } from '../tenants.ts'

/** Says that a node has what its pool gives to nodes: it gets that once, and what is changed later stays. */
export const LABELS_SYNCED = 'hypershift.openshift.io/labelsSynced'

const NODE_POOL_LABEL = 'hypershift.openshift.io/nodePool'
const WORKER_LABEL = 'node-role.kubernetes.io/worker'
const WORKERS = 8

/** What gives nodes their labels and taints. */
export interface NodeLabelParts extends Pick<HypershiftParts, 'manager'> {
  readonly tenants: Tenants
  readonly machines: Machines
}

/** Adds what gives every node, once, the labels and taints of its pool. */
export const addNodeLabels = (parts: NodeLabelParts): Enqueue =>
  parts.manager.add({
    name: 'node',
    kind: ClusterApiMachine,
    workers: WORKERS,
    when: ({ type, object }) => type !== 'deleted' && object.status?.nodeRef !== undefined,
    reconcile: (ctx, key) => labelNode(parts, ctx, key),
  }).enqueue

async function labelNode({ tenants, machines }: NodeLabelParts, { log }: Ctx, key: ObjectRef): Promise<Result> {
  const machine = machines.informer.get(key)
  const tenant = tenants.get(key.namespace ?? '')
  const name = machine?.status?.nodeRef?.name
  const pool = machine && poolNameOf(machine)
  const node = name === undefined ? undefined : tenant?.nodes.get({ name })
  if (!tenant || !node || !pool || node.metadata.annotations?.[LABELS_SYNCED] !== undefined) return {}
  try {
    await tenant.api.client.patchUnread(Node, node.metadata, { type: 'merge', body: labelled(node, machine, pool) })
    log.info('Labelled a node', { node: name, nodePool: pool })
  } catch (error) {
    // Its removal is no reason to try again.
    if (!hasReason(error, 'NotFound')) throw error
  }
  return {}
}

function labelled({ metadata, spec }: Stored<Node>, machine: Machine, pool: string): object {
  const taints = taintsOf(machine)
  return {
    metadata: {
      // Taints are a list, which is replaced as a whole; nothing else here depends on what others write.
      ...(taints.length === 0 ? {} : { resourceVersion: metadata.resourceVersion }),
      annotations: { [LABELS_SYNCED]: 'true' },
      labels: { [WORKER_LABEL]: '', ...managedLabels(machine), [NODE_POOL_LABEL]: pool },
    },
    ...(taints.length === 0 ? {} : { spec: { taints: withTaints(spec?.taints ?? [], taints) } }),
  }
}

/** A node may have been registered with some of them. */
const withTaints = (present: readonly Taint[], added: readonly Taint[]): Taint[] => [
  ...present,
  ...added.filter(({ key, effect }) => !present.some((taint) => taint.key === key && taint.effect === effect)),
]

/** The name of the pool, of which the annotation has the namespace as well. */
const poolNameOf = ({ metadata }: Machine): string | undefined =>
  metadata.annotations?.[NODE_POOL_ANNOTATION]?.split('/').at(-1)

const managedLabels = ({ metadata }: Machine): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata.labels ?? {})
      .filter(([key]) => key.startsWith(MANAGED_LABEL_PREFIX))
      .map(([key, value]) => [key.slice(MANAGED_LABEL_PREFIX.length), value]),
  )

function taintsOf({ metadata }: Machine): Taint[] {
  const text = metadata.annotations?.[ANNOTATIONS.taints]
  if (!text) return []
  const taints: unknown = JSON.parse(text)
  // Written by the controller of node pools, from taints that the API has checked.
  return Array.isArray(taints) ? (taints as Taint[]) : []
}
