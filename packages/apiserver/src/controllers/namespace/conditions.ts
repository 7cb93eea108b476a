import type { Namespace } from '@skep/api'
import type { Remaining } from './content.ts'

type Condition = NonNullable<NonNullable<Namespace['status']>['conditions']>[number]

/** The conditions that tell a user what the deletion of a namespace waits for. */
export function deletionConditions(
  { objects, finalizers, failures }: Remaining,
  now: string,
  before: Condition[],
): Condition[] {
  const states: [type: string, status: boolean, reason: string, message: string][] = [
    ['NamespaceDeletionDiscoveryFailure', false, 'ResourcesDiscovered', 'All resources successfully discovered'],
    [
      'NamespaceDeletionGroupVersionParsingFailure',
      false,
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ],
    failures.length > 0
      ? [
          'NamespaceDeletionContentFailure',
          true,
          'ContentDeletionFailed',
          `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(', ')}`,
        ]
      : [
          'NamespaceDeletionContentFailure',
          false,
          'ContentDeleted',
          'All content successfully deleted, may be waiting on finalization',
        ],
    objects.size > 0
      ? [
          'NamespaceContentRemaining',
          true,
          'SomeResourcesRemain',
          `Some resources are remaining: ${list(objects, (name, count) => `${name} has ${count} resource instances`)}`,
        ]
      : ['NamespaceContentRemaining', false, 'ContentRemoved', 'All content successfully removed'],
    finalizers.size > 0
      ? [
          'NamespaceFinalizersRemaining',
          true,
          'SomeFinalizersRemain',
          `Some content in the namespace has finalizers remaining: ${list(finalizers, (name, count) => `${name} in ${count} resource instances`)}`,
        ]
      : ['NamespaceFinalizersRemaining', false, 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
  ]
  return states.map(([type, holds, reason, message]) => {
    const status = holds ? 'True' : 'False'
    const known = before.find((condition) => condition.type === type)
    const lastTransitionTime = known?.status === status ? (known.lastTransitionTime ?? now) : now
    return { type, status, reason, message, lastTransitionTime }
  })
}

const list = (counts: Map<string, number>, show: (name: string, count: number) => string): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => show(name, count))
    .join(', ')
