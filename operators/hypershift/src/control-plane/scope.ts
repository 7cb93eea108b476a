import type { HostedControlPlane } from '@skep/api'
import { type ConditionUpdate, type Ctx, findCondition, type Result, setCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import type { HypershiftParts, Release } from '../contracts.ts'
import type { ControlPlaneBehaviour } from './behaviour.ts'
import type { ComponentResult } from './components/report.ts'
import type { ControlPlane } from './facts.ts'
import type { Endpoints } from './network/endpoints.ts'
import type { ControlPlaneObjects } from './objects.ts'

type Status = NonNullable<HostedControlPlane['status']>

/** What the steps of one run share. */
export interface ControlPlaneScope {
  readonly ctx: Ctx
  readonly parts: HypershiftParts
  readonly objects: ControlPlaneObjects
  /** Steps change its status alone, in place; it is written once, after them. */
  readonly controlPlane: ControlPlane
  readonly status: Status & { conditions: Condition[] }
  readonly namespace: string
  readonly behaviour: ControlPlaneBehaviour
  /** Of the components; undefined when the image is not known. */
  readonly release: Release | undefined
  /** Where the services are reached, as far as that is known. */
  endpoints: Endpoints
  /** How the components are, once they have been looked at. */
  components?: ComponentsOutcome
  /** Come back then at the latest. */
  comeBackMs?: number
  /** Until certificates are to be renewed, if nothing else brings anybody here before. */
  renewMs?: number
}

/** How the components of a control plane are. */
export interface ComponentsOutcome {
  /** Names of those that are not available. */
  readonly unavailable: readonly string[]
  /** Whether all are complete, and of the wanted version. */
  readonly isComplete: boolean
  readonly results: ReadonlyMap<string, ComponentResult>
}

/** States a condition of the control plane. */
export function state({ ctx, status, controlPlane }: ControlPlaneScope, update: ConditionUpdate): void {
  const observedGeneration = controlPlane.metadata.generation
  const about = observedGeneration === undefined ? {} : { observedGeneration }
  setCondition(status.conditions, { ...about, ...update }, ctx.clock.now())
}

/** The condition of a type, as the steps have it. */
export const conditionOf = ({ status }: ControlPlaneScope, type: string): Condition | undefined =>
  findCondition(status.conditions, type)

/** Asks to be called again for a certificate. That is a matter of routine, for which no simulation has to hurry. */
export function comeBackToRenew(scope: ControlPlaneScope, ms: number): void {
  scope.renewMs = Math.min(scope.renewMs ?? Number.POSITIVE_INFINITY, ms)
}

/** When to come back, as the steps have asked for it. */
export function resultOf({ comeBackMs, renewMs }: ControlPlaneScope): Result {
  if (comeBackMs !== undefined) return { requeueAfterMs: comeBackMs }
  return renewMs === undefined ? {} : { requeueAfterMs: renewMs, isRoutine: true }
}

/** Asks to be called again, unless somebody wants that sooner. */
export function comeBack(scope: ControlPlaneScope, ms: number): void {
  scope.comeBackMs = Math.min(scope.comeBackMs ?? Number.POSITIVE_INFINITY, Math.max(ms, 0))
}
