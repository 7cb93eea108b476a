import { ControlPlaneComponent, CronJob, Deployment, Job, StatefulSet } from '@skep/api'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { good, operator } from '../model.ts'

const CONTROL_PLANE = operator('control-plane-operator')

const RULES: readonly ConditionRule[] = [
  { type: 'Available', want: 'True', required: true, onTheWay: true, nextActor: CONTROL_PLANE },
  { type: 'RolloutComplete', want: 'True', required: true, onTheWay: true, nextActor: CONTROL_PLANE },
]

/** One part of a control plane, and the workload of its name. */
export const controlPlaneComponent: Explainer<ControlPlaneComponent> = {
  kind: ControlPlaneComponent,
  parts: async ({ metadata: { namespace, name } }, read) => {
    const kinds = await Promise.all([
      read.list(Deployment, { namespace }),
      read.list(StatefulSet, { namespace }),
      read.list(Job, { namespace }),
      read.list(CronJob, { namespace }),
    ])
    return partsOf(
      read,
      kinds.flat().filter(({ metadata }) => metadata.name === name),
    )
  },
  verdict: (object, children) => {
    const rollout = conditionOf(object, 'RolloutComplete')
    // Which others it waits for says more than that it is not there.
    const rules = rollout?.reason === 'WaitingForDependencies' ? [...RULES].reverse() : RULES
    const unmet = firstUnmet(object, rules)
    const worst = children.find(({ health }) => health !== 'good')
    if (unmet) return worst ? { ...unmet, nextActor: worst.nextActor } : unmet
    return good('Available', conditionOf(object, 'Available')?.lastTransitionTime)
  },
}
