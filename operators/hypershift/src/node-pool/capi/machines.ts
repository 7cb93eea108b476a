import type { Ctx } from '@skep/controller'
import { ANNOTATIONS } from '../annotations.ts'
import { type PoolScope, type PoolStep, refuse, retract, state } from '../scope.ts'
import { ensureHealthCheck } from './health-check.ts'
import { ensureMachineDeployment } from './machine-deployment.ts'
import { ensureMachineSet } from './machine-set.ts'
import { removeOldTemplates } from './old-templates.ts'
import { finishRollout, reportMachines } from './report.ts'
import { capacityWaitMs } from './target.ts'
import { TemplateError } from './templates/kubevirt.ts'
import { ensureMachineTemplate } from './templates/machine-template.ts'

/** Makes what Cluster API makes machines of. Where somebody else provides nodes, there is nothing to make. */
export const ensureMachines: PoolStep = async (ctx, scope) => {
  if (scope.pool.spec.platform.type === 'None') {
    finishRollout(scope, undefined)
    return undefined
  }
  const template = await templateOf(ctx, scope)
  if (!template) return {}
  await removeOldTemplates(scope, template.metadata.name)
  stateTemplateUpdate(ctx, scope, template.metadata.name)
  const requeueAfterMs = capacityWaitMs(ctx, scope, template)
  if (requeueAfterMs > 0) return { requeueAfterMs }
  const ensureOwner = scope.pool.spec.management.upgradeType === 'InPlace' ? ensureMachineSet : ensureMachineDeployment
  const status = await ensureOwner(scope, template)
  reportMachines(ctx, scope, status, await ensureHealthCheck(ctx, scope))
  return undefined
}

/** Undefined when no template can be made of what somebody asked for. */
async function templateOf(ctx: Ctx, scope: PoolScope) {
  const type = 'ValidMachineTemplate'
  try {
    const template = await ensureMachineTemplate(scope)
    retract(scope, type)
    return template
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    refuse(ctx, scope, { type, status: 'False', reason: 'InvalidKubevirtMachineTemplate', message: error.message })
    return undefined
  }
}

function stateTemplateUpdate(ctx: Ctx, scope: PoolScope, target: string): void {
  const type = 'UpdatingPlatformMachineTemplate'
  if (scope.pool.metadata.annotations?.[ANNOTATIONS.machineTemplate] === target) {
    state(ctx, scope, { type, status: 'False', reason: 'AsExpected' })
    return
  }
  const message = `platform machine template update in progress. Target template: ${target}`
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message })
}
