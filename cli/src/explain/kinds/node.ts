import { Node, PodDisruptionBudget } from '@skep/api'
import type { Stored } from '@skep/client'
import { nodeUpdateOf } from '@skep/operator-hypershift'
import { conditionOf, firstUnmet } from '../conditions.ts'
import type { Explainer } from '../explainer.ts'
import { type Explained, failing, good, KUBELET, operator, type Verdict, waiting } from '../model.ts'
import { budgetsInTheWay } from './machine-drain.ts'

/** A node, and what keeps it from the configuration that its pool shall have where it is. */
export const node: Explainer<Node> = {
  kind: Node,
  parts: async (object, read) =>
    nodeUpdateOf(object) === 'Draining' ? budgetsInTheWay(object.metadata.name, read) : [],
  verdict: (object, children) => notReady(object) ?? updating(object, children) ?? ready(object),
}

const notReady = (object: Stored<Node>): Verdict | undefined =>
  firstUnmet(object, [{ type: 'Ready', want: 'True', required: true, onTheWay: true, nextActor: KUBELET }])

function updating(object: Stored<Node>, children: readonly Explained[]): Verdict | undefined {
  const state = nodeUpdateOf(object)
  if (state === 'Applying') {
    const nextActor = operator('machine-config-daemon')
    return waiting({ state: 'Updating', waitsFor: 'its new configuration to be applied', nextActor })
  }
  if (state !== 'Draining') return undefined
  const budget = children.find(({ object: { kind } }) => kind === PodDisruptionBudget.kind)
  const drain = { state, waitsFor: 'its pods to leave, before it is updated' }
  return budget
    ? failing({ ...drain, nextActor: budget.nextActor })
    : waiting({ ...drain, nextActor: operator('machine-config-daemon', 'evicts them') })
}

const ready = (object: Stored<Node>): Verdict =>
  good(
    object.spec?.unschedulable ? 'Ready,SchedulingDisabled' : 'Ready',
    conditionOf(object, 'Ready')?.lastTransitionTime,
  )
