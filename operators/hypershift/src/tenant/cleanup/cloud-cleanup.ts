import type { Client } from '@skep/client'
import { type ConditionUpdate, type Ctx, findCondition, type Result } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import type { HypershiftParts } from '../../contracts.ts'
import { isCleanupOver } from '../../control-plane/deletion.ts'
import { ANNOTATIONS } from '../../control-plane/keys.ts'
import { isDisabled } from '../config/capabilities.ts'
import { type ControlPlane, isApiAvailable } from '../control-planes.ts'
import { writeStatus } from '../status/write-status.ts'
import type { Tenants } from '../tenants.ts'
import { blockCreation } from './block-creation.ts'
import { CLOUD_RESOURCES } from './cloud-resources.ts'

/** How long it takes a cloud to remove something, at least: looking more often finds nothing new. */
const LOOK_AGAIN_MS = 30_000

/** Parts of OpenShift without which there is nothing of a kind. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'image-registry': 'ImageRegistry',
  'ingress-controllers': 'Ingress',
}

/** What is needed to clean up. */
type CleanupParts = Pick<HypershiftParts, 'client'> & { readonly tenants: Tenants }

/**
 * Removes what a tenant has in the cloud, when that was asked for, before the control plane goes; says in a condition
 * what is left. Whoever deletes the control plane waits for that, and decides for how long.
 */
export async function cleanUpCloud(
  { client, tenants }: CleanupParts,
  ctx: Ctx,
  controlPlane: ControlPlane,
): Promise<Result> {
  const { namespace = '', annotations } = controlPlane.metadata
  if (annotations?.[ANNOTATIONS.cleanupCloudResources] !== 'true') return {}
  if (isCleanupOver(findCondition(controlPlane.status?.conditions, DESTROYED))) return {}
  const api = isApiAvailable(controlPlane) ? tenants.apiOf(namespace) : undefined
  const report = (outcome: Outcome) => {
    const conditions = [{ type: DESTROYED, ...outcome }]
    return writeStatus(client, controlPlane, { conditions, fields: {} }, ctx.clock.now())
  }
  try {
    const outcome = api?.settings.serving ? await removeFrom(api, controlPlane) : SKIPPED
    await report(outcome)
    return outcome.reason === 'RemainingCloudResources' ? { requeueAfterMs: LOOK_AGAIN_MS } : {}
  } catch (error) {
    const message = `Error: ${error instanceof Error ? error.message : error}`
    await report({ status: 'False', reason: 'ErrorOccurred', message })
    throw error
  }
}

type Outcome = Omit<ConditionUpdate, 'type'>

const DESTROYED = 'CloudResourcesDestroyed'

const SKIPPED: Outcome = {
  status: 'False',
  reason: 'CloudResourcesCleanupSkipped',
  message: 'Cleanup skipped: the API server is not available',
}

async function removeFrom({ client }: HostedApi, controlPlane: ControlPlane): Promise<Outcome> {
  await blockCreation(client)
  const attempt = () => removeOnce(client, controlPlane)
  // What nobody holds on to is gone by the second look.
  const remaining = (await attempt()).length === 0 ? [] : await attempt()
  if (remaining.length === 0) {
    return { status: 'True', reason: DESTROYED, message: 'All guest resources destroyed' }
  }
  const message = `Remaining resources: ${remaining.join(',')}`
  return { status: 'False', reason: 'RemainingCloudResources', message }
}

/** Names of what is left, or was until now. */
async function removeOnce(client: Client, controlPlane: ControlPlane): Promise<string[]> {
  const remaining: string[] = []
  for (const [name, remove] of Object.entries(CLOUD_RESOURCES)) {
    const capability = CAPABILITY_OF[name]
    if (capability !== undefined && isDisabled(controlPlane, capability)) continue
    if (!(await remove(client))) remaining.push(name)
  }
  return remaining
}
