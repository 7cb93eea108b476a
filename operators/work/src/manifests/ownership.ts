import type { AppliedResource, DeleteOption } from '../types.ts'

/** Whether an object goes with its work. */
export function isOwnedByWork(
  resource: Pick<AppliedResource, 'group' | 'resource' | 'namespace' | 'name'>,
  option: DeleteOption | undefined,
): boolean {
  switch (option?.propagationPolicy) {
    case 'Orphan':
      return false
    case 'SelectivelyOrphan':
      return !(option.selectivelyOrphans?.orphaningRules ?? []).some(
        (rule) =>
          (rule.group ?? '') === (resource.group ?? '') &&
          rule.resource === resource.resource &&
          (rule.namespace ?? '') === (resource.namespace ?? '') &&
          rule.name === resource.name,
      )
    case 'Foreground':
    case undefined:
      return true
  }
}
