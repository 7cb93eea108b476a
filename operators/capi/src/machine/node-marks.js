import { Node } from '@skep/api'
import { mergePatch } from '@skep/client'
import { asJson, isObject } from '@skep/schema'
import { ANNOTATIONS, LABELS, NODE_ANNOTATIONS } from '../names.js'
import { controllerOf } from '../objects.js'
import { isSetAt } from '../references.js'

/** Until Cluster API has looked after a node, nothing is scheduled there. */
const UNINITIALIZED = { key: 'node.cluster.x-k8s.io/uninitialized', effect: 'NoSchedule' }
/** On nodes that are about to be replaced. */
const OUTDATED = { key: 'node.cluster.x-k8s.io/outdated-revision', effect: 'PreferNoSchedule' }
const NODE_ROLE_PREFIX = 'node-role.kubernetes.io/'
const MANAGED_DOMAINS = ['node-restriction.kubernetes.io', 'node.cluster.x-k8s.io']
/** Writes on a node which machine it is, hands labels of the machine on, and keeps its taints; nothing if all is there. */
export async function markNode(scope, { client }, node) {
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
  const body = {
    metadata: { ...(isObject(metadata) ? metadata : {}), ...guard },
    ...(taints === undefined ? {} : { spec: { taints: asJson(taints) } }),
  }
  await client.patch(Node, node.metadata, { type: 'merge', body })
}
function nodeAnnotations({ cluster, machine }, labels) {
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
function nodeLabels({ machine, infrastructure }, { metadata }) {
  const wanted = Object.fromEntries(Object.entries(machine.metadata.labels ?? {}).filter(([key]) => isManaged(key)))
  if (infrastructure && isSetAt(infrastructure, 'status', 'interruptible')) wanted[LABELS.interruptible] = ''
  const all = { ...metadata.labels }
  for (const key of (metadata.annotations?.[NODE_ANNOTATIONS.labelsFromMachine] ?? '').split(',')) delete all[key]
  return { all: { ...all, ...wanted }, handedDown: Object.keys(wanted).sort() }
}
/** Whether a label of a machine is handed on to its node. */
function isManaged(key) {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const isOf = (each) => domain === each || domain.endsWith(`.${each}`)
  return key.startsWith(NODE_ROLE_PREFIX) || MANAGED_DOMAINS.some(isOf)
}
/** The taints as they shall be; undefined when they are so. */
function changedTaints({ spec }, outdated) {
  const taints = spec?.taints ?? []
  const kept = taints.filter((taint) => !isSame(taint, UNINITIALIZED) && (outdated || !isSame(taint, OUTDATED)))
  const isMissing = outdated && !taints.some((taint) => isSame(taint, OUTDATED))
  if (!isMissing && kept.length === taints.length) return undefined
  return isMissing ? [...kept, OUTDATED] : kept
}
const isSame = (a, b) => a.key === b.key && a.effect === b.effect
/** Whether the set of the machine is no longer the newest of its deployment. */
function isOutdated({ machine, parts }) {
  const { namespace } = machine.metadata
  const { sets, deployments } = parts.lookups
  const set = sets.get({ namespace, name: controllerOf(machine)?.name ?? '' })
  const deployment = set && deployments.get({ namespace, name: set.metadata.labels?.[LABELS.deployment] ?? '' })
  const [revision, newest] = [set, deployment].map((each) => Number(each?.metadata.annotations?.[ANNOTATIONS.revision]))
  return revision < newest
}
//# sourceMappingURL=node-marks.js.map
