import type { ControlPlaneComponent } from '@skep/api'
import type { Stored } from '@skep/client'
import { findCondition, isConditionTrue } from '@skep/controller'
import type { ControlPlaneBehaviour } from '../behaviour.ts'
import type { ComponentDefinition } from './definition.ts'
import { simulatedState, type WorkloadState } from './workload-state.ts'

/** What decides how far a component is whose pods are not run. */
export interface TimelineInputs {
  readonly definition: ComponentDefinition
  readonly behaviour: ControlPlaneBehaviour
  readonly known: Stored<ControlPlaneComponent> | undefined
  /** The version that it is to have. */
  readonly version: string
  /** When the components that it depends on were complete. */
  readonly dependencies: readonly number[]
  readonly now: number
}

/** How far a component would be if its pods ran; with the time that is left, if it is time that it waits for. */
export function timelineState({ definition, behaviour, known, version, dependencies, now }: TimelineInputs): {
  readonly state: WorkloadState
  readonly remainingMs?: number
} {
  const { name, stage, stageShare = 1 } = definition
  const failure = behaviour.failureOf(stage)
  if (failure) return { state: simulatedState(name, failure.message) }
  if (isComplete(known, version)) return { state: simulatedState(name) }
  const since = Math.max(startOf(known, now), ...dependencies)
  const remainingMs = since + behaviour.durationMs(stage) * stageShare - now
  if (remainingMs <= 0) return { state: simulatedState(name) }
  const { rollout, available } = simulatedState(name, `${name} is starting`)
  // While one version makes room for the next, there is always one.
  const isThere = known?.status?.version !== undefined
  return { state: { rollout, available: isThere ? simulatedState(name).available : available }, remainingMs }
}

const isComplete = (known: Stored<ControlPlaneComponent> | undefined, version: string): boolean =>
  known?.status?.version === version && isConditionTrue(known.status.conditions, 'RolloutComplete')

/** Since when it is on its way: since it was first told of, or since it is no longer complete. */
function startOf(known: Stored<ControlPlaneComponent> | undefined, now: number): number {
  const rollout = findCondition(known?.status?.conditions, 'RolloutComplete')
  if (rollout?.status === 'True') return now
  return Date.parse(rollout?.lastTransitionTime ?? '') || now
}
