import { formatTime } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { DeleteOptions, ServedResource } from '../contracts.ts'
import { type DeletionPlan, planDeletion } from '../registry/deletion-plan.ts'
import { conflict } from '../registry/errors.ts'
import { withCondition } from './conditions.ts'
import { CLEANUP_FINALIZER, type Definition, isTerminating } from './definition.ts'

/** A definition stays until its objects are gone: the first request to delete it only marks it. */
export function planDefinitionDeletion(
  resource: ServedResource,
  object: KubeObject,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  // Only definitions come here.
  const definition = object as Definition
  checkPreconditions(resource, definition, options)
  if (isTerminating(definition)) return planDeletion(resource, definition, options, now)
  return { action: 'mark', object: markDefinition(definition, formatTime(now)) }
}

function markDefinition(definition: Definition, now: string): Definition {
  const { metadata, status } = definition
  const finalizers = [...new Set([...(metadata.finalizers ?? []), CLEANUP_FINALIZER])]
  const conditions = withCondition(
    status?.conditions,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    now,
  )
  return {
    ...definition,
    metadata: { ...metadata, deletionTimestamp: now, finalizers },
    status: { ...status, conditions: [...conditions] },
  }
}

function checkPreconditions(
  resource: ServedResource,
  { metadata }: Definition,
  { preconditions }: DeleteOptions,
): void {
  const checks = [
    ['UID', preconditions?.uid, metadata.uid],
    ['ResourceVersion', preconditions?.resourceVersion, metadata.resourceVersion],
  ] as const
  for (const [what, expected, actual] of checks) {
    if (expected === undefined || expected === actual) continue
    const why = `precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${actual}`
    throw conflict(resource, metadata.name ?? '', why)
  }
}
