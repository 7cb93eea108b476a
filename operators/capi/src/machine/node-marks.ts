import { Node, type Taint } from '@skep/api'
import type { Stored } from '@skep/client'
import { mergePatch } from '@skep/client'
import { asJson, isObject, type JsonObject } from '@skep/schema'
import { ANNOTATIONS, LABELS, NODE_ANNOTATIONS } from '../names.ts'
import { controllerOf } from '../objects.ts'
import { isSetAt } from '../references.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { MachineScope } from './scope.ts'

/** Until Cluster API has looked after a node, nothing is scheduled there. */
const UNINITIALIZED: Taint = { key: 'node.cluster.x-k8s.io/uninitialized', effect: 'NoSchedule' }
/** On nodes that are about to be replaced. */
const OUTDATED: Taint = { key: 'node.cluster.x-k8s.io/outdated-revision', effect: 'PreferNoSchedule' }

const NODE_ROLE_PREFIX = 'node-role.kubernetes.io/'
const MANAGED_DOMAINS = ['node-restriction.kubernetes.io', 'node.cluster.x-k8s.io']

/** Writes on a node which machine it is, hands labels of the machine on, and keeps its taints; nothing if all is there. */
export async function markNode(scope: MachineScope, { client }: Tenant, node: Stored<Node>): Promise<void> {
  const labels = nodeLabels(scope, node)
  const marks = {
    annotations: { ...node.metadata.annotations, ...nodeAnnotations(scope, labels.handedDown) },
    labels: labels.all,
  }
  const before = { annotations: node.metadata.annotations ?? {}, labels: node.metadata.labels ?? {} }
  const metadata = mergePatch(asJson(before), asJson(marks))
  const taints = changedTaints(node, isOutdated(scope))
  if (metadata === undefined && taints === undefined) return
  // A list is written as a whole, so it must be the newest that is changed.
  const guard = taints === undefined ? {} : { resourceVersion: node.metadata.resourceVersion }
  const body: JsonObject = {
    metadata: { ...(isObject(metadata) ? metadata : {}), ...guard },
    ...(taints === undefined ? {} : { spec: { taints: asJson(taints) } }),
  }
  await client.patchUnread(Node, node.metadata, { type: 'merge', body })
}

function nodeAnnotations({ cluster, machine }: MachineScope, labels: readonly string[]): Record<string, string> {
  const owner = controllerOf(machine)
  return {
    [NODE_ANNOTATIONS.cluster]: machine.spec.clusterName,
    [NODE_ANNOTATIONS.clusterNamespace]: cluster?.metadata.namespace ?? '',
    [NODE_ANNOTATIONS.machine]: machine.metadata.name,
    ...(owner ? { [NODE_ANNOTATIONS.ownerKind]: owner.kind, [NODE_ANNOTATIONS.ownerName]: owner.name } : {}),
    [NODE_ANNOTATIONS.labelsFromMachine]: labels.join(','),
    [NODE_ANNOTATIONS.annotationsFromMachine]: '',
  }
}

/** The node's own labels with those of the machine, and without those that the machine had once. */
function nodeLabels({ machine, infrastructure }: MachineScope, { metadata }: Node) {
  const wanted = Object.fromEntries(Object.entries(machine.metadata.labels ?? {}).filter(([key]) => isManaged(key)))
  if (infrastructure && isSetAt(infrastructure, 'status', 'interruptible')) wanted[LABELS.interruptible] = ''
  const all = { ...metadata.labels }
  for (const key of (metadata.annotations?.[NODE_ANNOTATIONS.labelsFromMachine] ?? '').split(',')) delete all[key]
  return { all: { ...all, ...wanted }, handedDown: Object.keys(wanted).sort() }
}

/** Whether a label of a machine is handed on to its node. */
function isManaged(key: string): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const isOf = (each: string) => domain === each || domain.endsWith(`.${each}`)
  return key.startsWith(NODE_ROLE_PREFIX) || MANAGED_DOMAINS.some(isOf)
}

/** The taints as they shall be; undefined when they are so. */
function changedTaints({ spec }: Node, outdated: boolean): Taint[] | undefined {
  const taints = spec?.taints ?? []
  const kept = taints.filter((taint) => !isSame(taint, UNINITIALIZED) && (outdated || !isSame(taint, OUTDATED)))
  const isMissing = outdated && !taints.some((taint) => isSame(taint, OUTDATED))
  if (!isMissing && kept.length === taints.length) return undefined
  return isMissing ? [...kept, OUTDATED] : kept
}

const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect

/** Whether the set of the machine is no longer the newest of its deployment. */
function isOutdated({ machine, parts }: MachineScope): boolean {
  const { namespace } = machine.metadata
  const { sets, deployments } = parts.lookups
  const set = sets.get({ namespace, name: controllerOf(machine)?.name ?? '' })
  const deployment = set && deployments.get({ namespace, name: set.metadata.labels?.[LABELS.deployment] ?? '' })
  const [revision, newest] = [set, deployment].map((each) => Number(each?.metadata.annotations?.[ANNOTATIONS.revision]))
  return revision! < newest!
}
