import { isControlledBy } from '@skep/controller'
import { INDEX } from '../reads.ts'
import type { PoolScope } from '../scope.ts'
import { templateKind } from './templates/machine-template.ts'

/** Removes templates that no MachineSet of the pool refers to any more, except the one that machines shall be made from. */
export async function removeOldTemplates(scope: PoolScope, wanted: string): Promise<void> {
  const { parts, pool, poolKey } = scope
  const templates = parts.reads.templates.get(pool.spec.platform.type)?.find(INDEX.pool, poolKey) ?? []
  if (templates.length < 2) return
  // Copies may be from before the wanted one was referred to.
  const used = usedTemplates(scope)?.add(wanted)
  // Before the first MachineSet, templates are not old but not used yet.
  if (!used) return
  for (const { metadata } of templates) {
    if (!used.has(metadata.name)) await parts.client.delete(templateKind(pool.spec.platform.type), metadata)
  }
}

function usedTemplates({ parts, pool, controlPlane }: PoolScope): Set<string> | undefined {
  const { reads } = parts
  const deployment = reads.machineDeployments.get({ namespace: controlPlane, name: pool.metadata.name })
  const machineSets = reads.machineSets
    .list(controlPlane)
    .filter((set) => set.metadata.name === pool.metadata.name || (deployment && isControlledBy(set, deployment)))
  if (machineSets.length === 0) return undefined
  const specs = [deployment?.spec.template.spec, ...machineSets.map(({ spec }) => spec.template?.spec)]
  return new Set(specs.flatMap((spec) => spec?.infrastructureRef.name ?? []))
}
