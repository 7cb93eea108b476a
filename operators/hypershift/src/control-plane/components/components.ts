import type { ControlPlaneComponent } from '@skep/api'
import type { Stored } from '@skep/client'
import { combineErrors } from '@skep/controller'
import type { Release } from '../../contracts.ts'
import { removeObject } from '../ensure.ts'
import { type ControlPlaneScope, comeBack } from '../scope.ts'
import type { ComponentDefinition } from './definition.ts'
import { withOperands } from './operands.ts'
import { type ComponentResult, reportComponent } from './report.ts'
import { peekWorkload, removeWorkload, runWorkload, startDelayOf } from './run-workload.ts'
import { COMPONENTS } from './table.ts'
import { timelineState } from './timeline.ts'
import { missingWorkload, simulatedState, type WorkloadState } from './workload-state.ts'

/** One look at all components. */
interface Round {
  readonly scope: ControlPlaneScope
  readonly release: Release
  /** What has to be there before a component may start. */
  readonly prepare: (component: string) => Promise<void>
  readonly results: Map<string, ComponentResult>
  readonly errors: unknown[]
}

/**
 * Brings all components to what is wanted, each once those it depends on are complete, and says of each how far it is.
 * An update goes through them in the same order.
 */
export async function runComponents(
  scope: ControlPlaneScope,
  release: Release,
  prepare: Round['prepare'],
): Promise<void> {
  const round: Round = { scope, release, prepare, results: new Map(), errors: [] }
  for (const definition of COMPONENTS) await runComponent(round, definition)
  const results = [...round.results]
  scope.components = {
    unavailable: results.filter(([, { isAvailable }]) => !isAvailable).map(([name]) => name),
    isComplete: results.every(([, { isComplete }]) => isComplete),
    results: round.results,
  }
  if (round.errors.length > 0) throw combineErrors(round.errors)
}

async function runComponent(round: Round, definition: ComponentDefinition): Promise<void> {
  const { scope, release, results, errors } = round
  const known = scope.objects.componentCopies.get({ namespace: scope.namespace, name: definition.name })
  if (!isPresent(scope, definition)) return removeComponent(scope, definition, known)
  const waitsFor = unmetDependencies(round, definition)
  try {
    const state = await stateOf(round, definition, known, waitsFor)
    results.set(definition.name, await reportComponent(scope, release, definition, known, { state, waitsFor }))
  } catch (error) {
    errors.push(error)
    results.set(definition.name, await reportComponent(scope, release, definition, known, { error, waitsFor }))
  }
}

function isPresent({ controlPlane, status, parts }: ControlPlaneScope, definition: ComponentDefinition): boolean {
  if (!parts.controlPlanePods && !definition.isAwaited) return false
  return definition.isPresent?.(controlPlane, { kubeconfig: status.kubeConfig !== undefined }) ?? true
}

async function removeComponent(
  { parts, objects, namespace }: ControlPlaneScope,
  definition: ComponentDefinition,
  known: Stored<ControlPlaneComponent> | undefined,
): Promise<void> {
  if (!known) return
  await removeWorkload({ client: parts.client, objects }, definition, namespace)
  await removeObject(parts.client, objects.components, known.metadata)
}

/** Nobody waits for an etcd that somebody else runs. */
function unmetDependencies({ scope, results }: Round, { dependsOn }: ComponentDefinition): string[] {
  const isManaged = scope.controlPlane.spec.etcd.managementType === 'Managed'
  return dependsOn.filter((name) => !results.get(name)?.isComplete && (isManaged || name !== 'etcd'))
}

async function stateOf(
  round: Round,
  definition: ComponentDefinition,
  known: Stored<ControlPlaneComponent> | undefined,
  waitsFor: readonly string[],
): Promise<WorkloadState> {
  const { scope, release, prepare } = round
  const { parts, objects, namespace, controlPlane, behaviour } = scope
  if (waitsFor.length === 0) await prepare(definition.name)
  if (!parts.controlPlanePods) return imaginedState(round, definition, known, waitsFor)
  const services = { client: parts.client, objects }
  if (waitsFor.length > 0) return peekWorkload(services, definition, namespace)
  // Once it has come to its end, another behaviour is no reason to start it again.
  const startDelay = known?.status?.version ? startDelayOf(services, definition, namespace) : undefined
  const state = await runWorkload(services, definition, { controlPlane, release, behaviour, startDelay })
  return withOperands(scope, definition.name, state)
}

/** How a component would be if its pods ran. */
function imaginedState(
  { scope, release, results }: Round,
  definition: ComponentDefinition,
  known: Stored<ControlPlaneComponent> | undefined,
  waitsFor: readonly string[],
): WorkloadState {
  const isThere = known?.status?.version !== undefined
  if (waitsFor.length > 0) return isThere ? simulatedState(definition.name) : missingWorkload('pods', definition.name)
  const dependencies = definition.dependsOn.map((name) => results.get(name)?.since ?? 0)
  const { behaviour, ctx } = scope
  const now = ctx.clock.now()
  const inputs = { definition, behaviour, known, version: release.version, dependencies, now }
  const { state, remainingMs } = timelineState(inputs)
  if (remainingMs !== undefined) comeBack(scope, remainingMs)
  return state
}
