import { ControlPlaneComponent, HostedControlPlane } from '@skep/api'
import type { Stored } from '@skep/client'
import { controllerReference, createIfMissing, findCondition, isConditionTrue, setCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import type { Release } from '../../contracts.ts'
import type { ControlPlaneScope } from '../scope.ts'
import type { ComponentCopies } from './component-copies.ts'
import type { ComponentDefinition, WorkloadKind } from './definition.ts'
import type { Statement, WorkloadState } from './workload-state.ts'

/** What came of looking after a component. */
export interface ComponentOutcome {
  /** Absent when there was an error. */
  readonly state?: WorkloadState
  readonly error?: unknown
  /** Names of components that it waits for. */
  readonly waitsFor: readonly string[]
}

/** How a component is, as far as others depend on it. */
export interface ComponentResult {
  readonly isAvailable: boolean
  /** Whether it is available, rolled out, and of the wanted version. */
  readonly isComplete: boolean
  /** When it last became complete, or stopped being so. */
  readonly since: number
}

const GROUPS: Readonly<Record<WorkloadKind, string>> = {
  Deployment: 'apps',
  StatefulSet: 'apps',
  Job: 'batch',
  CronJob: 'batch',
}

/** What is needed to report on a component. */
export interface ReportScope extends Pick<ControlPlaneScope, 'parts' | 'controlPlane' | 'namespace'> {
  readonly objects: { readonly componentCopies: ComponentCopies }
  readonly ctx: Pick<ControlPlaneScope['ctx'], 'clock'>
}

/** Says how a component is, in its ControlPlaneComponent. Nothing is written when that is what it says already. */
export async function reportComponent(
  scope: ReportScope,
  release: Release,
  definition: ComponentDefinition,
  known: Stored<ControlPlaneComponent> | undefined,
  outcome: ComponentOutcome,
): Promise<ComponentResult> {
  const { parts, ctx, controlPlane, objects } = scope
  if (known?.status && isTooEarly(known.status, outcome)) return resultOf(known.status, release.version)
  const before = known ?? (await createComponent(scope, definition.name))
  const conditions: Condition[] = [...(before.status?.conditions ?? [])]
  const rollout = rolloutStatement(outcome)
  if (outcome.state) setCondition(conditions, { type: 'Available', ...outcome.state.available }, ctx.clock.now())
  setCondition(conditions, { type: 'RolloutComplete', ...rollout }, ctx.clock.now())
  const status = {
    ...before.status,
    conditions,
    ...(rollout.status === 'True' ? { version: release.version } : {}),
    resources: parts.controlPlanePods
      ? [{ kind: definition.kind, group: GROUPS[definition.kind], name: definition.name }]
      : [],
    observedGeneration: controlPlane.metadata.generation ?? 1,
  }
  await objects.componentCopies.writeStatus(before, { ...before, metadata: { ...before.metadata }, status })
  return resultOf(status, release.version)
}

/** A workload that was just made comes back with what became of it; until then, nobody misses what it would say. */
const isTooEarly = ({ conditions = [] }: { conditions?: Condition[] }, { state }: ComponentOutcome): boolean =>
  conditions.length > 0 && state?.isNew === true && state.rollout.status !== 'True'

async function createComponent(scope: ReportScope, name: string): Promise<Stored<ControlPlaneComponent>> {
  const { parts, namespace, controlPlane } = scope
  const ownerReferences = [controllerReference(HostedControlPlane, controlPlane)]
  const metadata = { namespace, name, ownerReferences }
  const component =
    (await createIfMissing(parts.client, ControlPlaneComponent, { metadata })) ??
    (await parts.client.get(ControlPlaneComponent, metadata))
  if (!component) throw new Error(`ControlPlaneComponent ${namespace}/${name} has gone while it was looked at`)
  return component
}

function rolloutStatement({ state, error, waitsFor }: ComponentOutcome): Statement {
  if (waitsFor.length > 0) {
    const message = `Waiting for Dependencies: ${waitsFor.join(', ')}`
    return { status: 'False', reason: 'WaitingForDependencies', message }
  }
  if (state) return state.rollout
  const message = error instanceof Error ? error.message : String(error)
  return { status: 'False', reason: 'ReconciliationError', message }
}

function resultOf(
  { conditions = [], version }: { conditions?: readonly Condition[] | undefined; version?: string | undefined },
  wanted: string,
): ComponentResult {
  const rollout = findCondition(conditions, 'RolloutComplete')
  const isAvailable = isConditionTrue(conditions, 'Available')
  return {
    isAvailable,
    isComplete: isAvailable && rollout?.status === 'True' && version === wanted,
    since: Date.parse(rollout?.lastTransitionTime ?? ''),
  }
}
