import { ClusterProvision, type ProvisionStage } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { type Ctx, type Result, withOwnStatus } from '@skep/controller'
import { type HiveConditionUpdate, setHiveCondition } from '../../conditions.ts'
import type { FailureReason } from './failure-reason.ts'

/** An attempt as it is on the server. */
export type Provision = Stored<ClusterProvision>

const CONDITION_OF: Record<Exclude<ProvisionStage, 'initializing'>, string> = {
  provisioning: 'ClusterProvisionInitialized',
  complete: 'ClusterProvisionCompleted',
  failed: 'ClusterProvisionFailed',
}

/** What to write into the status of an attempt. */
export interface ProvisionStatusChange {
  readonly jobRef?: { readonly name: string }
  readonly condition: HiveConditionUpdate
}

/** Writes what changes in the status of an attempt, and nothing when nothing does. */
export async function writeProvisionStatus(
  ctx: Ctx,
  client: Client,
  provision: Provision,
  { jobRef, condition }: ProvisionStatusChange,
): Promise<void> {
  const before = withOwnStatus(provision)
  const status = (provision.status ??= {})
  const conditions = (status.conditions ??= [])
  if (jobRef) status.jobRef = { ...jobRef }
  setHiveCondition(conditions, condition, ctx.clock.now())
  await client.patchStatus(ClusterProvision, before, provision, { ifUnchanged: true })
}

/** Goes to a stage: first its condition, which says why, then the stage, by which others see it. */
export async function moveTo(
  ctx: Ctx,
  client: Client,
  provision: Provision,
  stage: keyof typeof CONDITION_OF,
  why: FailureReason,
  installLog?: string,
): Promise<void> {
  const condition = { type: CONDITION_OF[stage], status: 'True', ...why } as const
  await writeProvisionStatus(ctx, client, provision, { condition })
  const spec = { stage, ...(installLog === undefined ? {} : { installLog }) }
  await client.patch(ClusterProvision, provision.metadata, { type: 'merge', body: { spec } })
}

/** The attempt has failed, and that is the end of it. */
export async function fail(
  ctx: Ctx,
  client: Client,
  provision: Provision,
  why: FailureReason,
  installLog?: string,
): Promise<Result> {
  await moveTo(ctx, client, provision, 'failed', why, installLog)
  return {}
}
