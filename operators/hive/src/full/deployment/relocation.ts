import { ANNOTATIONS } from '../../labels.ts'
import { removeProvision } from './provision-remove.ts'
import type { Deployment, DeploymentStep } from './scope.ts'

/** Which part a relocation to another Hive has come to. */
export type RelocationState = 'outgoing' | 'complete' | 'incoming'

/** The state that `RELOCATE/STATE` in the annotation says; undefined when the cluster stays where it is. */
export function relocationOf({ metadata }: Deployment): RelocationState | undefined {
  const value = metadata.annotations?.[ANNOTATIONS.relocate]
  const found = value?.slice(value.lastIndexOf('/') + 1)
  return found === 'outgoing' || found === 'complete' || found === 'incoming' ? found : undefined
}

/** A cluster that is about to leave is no longer installed from here. */
export const stopWhileRelocating: DeploymentStep = async (_ctx, scope) => {
  const relocation = relocationOf(scope.deployment)
  if (relocation !== 'outgoing' && relocation !== 'complete') return undefined
  await removeProvision(scope)
  return {}
}
