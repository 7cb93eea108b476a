import { ClusterDeploymentCustomization } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Json, type JsonObject, parseYaml } from '@skep/schema'
import { applyPatchSteps } from '../json-patch.ts'
import type { DeploymentScope } from './scope.ts'

/** The customization of a deployment: the one it names, none, or one that is not there. */
export async function customizationOf({
  parts,
  deployment,
}: Pick<DeploymentScope, 'parts' | 'deployment'>): Promise<
  Stored<ClusterDeploymentCustomization> | 'missing' | undefined
> {
  const name = deployment.spec.provisioning?.customizationRef?.name
  if (!name) return undefined
  const { namespace } = deployment.metadata
  return (await parts.client.get(ClusterDeploymentCustomization, { namespace, name })) ?? 'missing'
}

/** An install-config with the patches of a customization. Throws on a patch that cannot be applied. */
export function applyCustomization(
  config: JsonObject,
  customization: Pick<ClusterDeploymentCustomization, 'spec'> | undefined,
): JsonObject {
  const patches = customization?.spec.installConfigPatches ?? []
  return applyPatchSteps(
    config,
    patches.map(({ op, path, from, value, valueJSON }) => ({
      op,
      path,
      ...(from === undefined ? {} : { from }),
      value: patchValue(value, valueJSON),
    })),
  )
}

/** A text as it is, or any value in JSON or YAML. */
const patchValue = (value: string | undefined, valueJSON: string | undefined): Json =>
  valueJSON === undefined ? (value ?? null) : parseYaml(valueJSON).value
