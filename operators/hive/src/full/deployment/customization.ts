import { ClusterDeploymentCustomization } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, setCondition, withOwnStatus } from '@skep/controller'
import { isObject, type Json, type JsonObject, parseYaml, patchJson } from '@skep/schema'
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
  const steps = patches.map(({ op, path, from, value, valueJSON }) => ({
    op,
    path,
    ...(from === undefined ? {} : { from }),
    value: patchValue(value, valueJSON),
  }))
  const patched = patchJson(config, steps)
  if (!isObject(patched)) throw new Error('the patches make the install-config something else than an object')
  return patched
}

/** Says on a customization whether it can be applied, and to what. Returns why not. */
export async function tellCustomization(
  ctx: Ctx,
  { parts, deployment }: DeploymentScope,
  config: JsonObject,
  customization: Stored<ClusterDeploymentCustomization>,
): Promise<string | undefined> {
  const problem = problemOf(config, customization)
  const before = structuredClone(customization)
  const status = (customization.status ??= {})
  status.clusterDeploymentRef = { name: deployment.metadata.name }
  status.lastAppliedConfiguration = JSON.stringify(customization.spec.installConfigPatches ?? [])
  setCondition(
    (status.conditions ??= []),
    {
      type: 'ApplySucceeded',
      status: problem === undefined ? 'True' : 'False',
      reason: problem === undefined ? 'Succeeded' : 'BrokenBySyntax',
      message: problem ?? 'Patches applied',
    },
    ctx.clock.now(),
  )
  await parts.client.patchStatus(ClusterDeploymentCustomization, before, customization)
  return problem
}

/** Lets others have the customization that a deleted cluster was made with. */
export async function releaseCustomization(ctx: Ctx, { parts, deployment }: DeploymentScope): Promise<void> {
  const { namespace, name: deploymentName } = deployment.metadata
  const { provisioning, clusterPoolRef } = deployment.spec
  // Those of a pool's inventory are where the pool is.
  const refs = [
    { namespace, name: provisioning?.customizationRef?.name },
    { namespace: clusterPoolRef?.namespace, name: clusterPoolRef?.clusterDeploymentCustomization?.name },
  ]
  for (const { namespace: where, name } of refs) {
    const found =
      name && where ? await parts.client.get(ClusterDeploymentCustomization, { namespace: where, name }) : undefined
    if (found?.status?.clusterDeploymentRef?.name !== deploymentName) continue
    const released = withOwnStatus(found)
    delete released.status?.clusterDeploymentRef
    setCondition((released.status!.conditions ??= []), AVAILABLE, ctx.clock.now())
    await parts.client.patchStatus(ClusterDeploymentCustomization, found, released)
  }
}

const AVAILABLE = {
  type: 'Available',
  status: 'True',
  reason: 'Available',
  message: 'No cluster is made with it',
} as const

function problemOf(config: JsonObject, customization: Stored<ClusterDeploymentCustomization>): string | undefined {
  try {
    applyCustomization(config, customization)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `customization ${customization.metadata.name} cannot be applied: ${reason}`
  }
}

/** A text as it is, or any value in JSON or YAML. */
const patchValue = (value: string | undefined, valueJSON: string | undefined): Json =>
  valueJSON === undefined ? (value ?? null) : parseYaml(valueJSON).value
