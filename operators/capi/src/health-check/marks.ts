import { ClusterApiMachine } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Ctx } from '@skep/controller'
import { clonedReference, createClone, findTemplate } from '../clones.ts'
import { findCondition, isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { type HealthCheck, isDeleting, type Machine, workingCopy, writeStatus } from '../objects.ts'
import { ownerReference } from '../ownership.ts'
import type { ClusterApiParts } from '../parts.ts'
import { type FullReference, referenceOf } from '../references.ts'
import type { Finding } from './checks.ts'

const CHECKED = 'HealthCheckSucceeded'
const REMEDIATED = 'OwnerRemediated'

/** Writes on a machine that it is well. A request to repair it, which another controller was given, is taken back. */
export async function markHealthy(
  ctx: Ctx,
  parts: ClusterApiParts,
  check: HealthCheck,
  machine: Machine,
): Promise<void> {
  const template = referenceOf(check.spec.remediationTemplate)
  if (template && findCondition(machine.status, CHECKED)?.status === 'False') await withdraw(parts, template, machine)
  const working = workingCopy(machine)
  setCondition(working.status, isTrue(CHECKED), ctx.clock.now())
  await writeStatus(parts.client, parts.copies.machines, machine, working)
}

/** What is wrong with a machine, and whether something is to be done about it. */
export interface Diagnosis {
  readonly problem: NonNullable<Finding['problem']>
  readonly isRemediated: boolean
}

/** Writes on a machine what is wrong with it, and asks its owner, or who the template says, to do something about it. */
export async function markUnhealthy(
  ctx: Ctx,
  parts: ClusterApiParts,
  check: HealthCheck,
  machine: Machine,
  { problem, isRemediated }: Diagnosis,
): Promise<void> {
  const now = ctx.clock.now()
  const working = workingCopy(machine)
  const { reason, message } = problem
  setCondition(working.status, isFalse(CHECKED, reason, 'Warning', message), now)
  const template = referenceOf(check.spec.remediationTemplate)
  if (isRemediated && template) await request(parts, template, machine)
  else if (isRemediated && !isDeleting(machine) && findCondition(working.status, REMEDIATED)?.status !== 'False') {
    setCondition(working.status, isFalse(REMEDIATED, 'WaitingForRemediation', 'Warning'), now)
  }
  const isNews = findCondition(machine.status, CHECKED)?.reason !== reason
  await writeStatus(parts.client, parts.copies.machines, machine, working)
  if (isNews) tell(ctx, check, machine)
}

function tell(ctx: Ctx, { metadata }: HealthCheck, machine: Machine): void {
  const { namespace, name } = machine.metadata
  const message = `Machine ${namespace}/${name} has been marked as unhealthy by ${metadata.namespace}/${metadata.name}`
  ctx.events.record(machine, { type: 'Normal', reason: 'MachineMarkedUnhealthy', message })
}

/** Asks another controller to repair a machine: by an object of the machine's name. */
async function request(
  { client, externals }: ClusterApiParts,
  reference: FullReference,
  machine: Machine,
): Promise<void> {
  const { name, namespace } = machine.metadata
  const template = await findTemplate(externals, reference, namespace)
  const owner = ownerReference(ClusterApiMachine, machine)
  const options = { name, namespace, clusterName: machine.spec.clusterName, owner }
  await createClone(client, template, options).catch((error: unknown) => {
    if (!hasReason(error, 'AlreadyExists')) throw error
  })
}

async function withdraw(
  { client, externals }: ClusterApiParts,
  template: FullReference,
  machine: Machine,
): Promise<void> {
  const { name, namespace } = machine.metadata
  const kind = await externals.kindOf(clonedReference(template, name))
  if (kind) await client.delete(kind, { name, ...(namespace === undefined ? {} : { namespace }) })
}
