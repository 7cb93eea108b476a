import { CertificateSigningRequest, ClusterApiMachine } from '@skep/api'
import { formatTime, hasReason } from '@skep/base'
import type { ObjectRef, Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { HypershiftParts } from '../../contracts.ts'
import type { Enqueue } from '../changes.ts'
import { PENDING, type Tenant, type Tenants } from '../tenants.ts'
import { hasTooManyPending, mayHave } from './approval-rules.ts'
import { type Machine, type Machines, nodeNamesOf } from './machines.ts'
import { readNodeRequest } from './node-request.ts'

/** What decides on requests of machines. */
export interface ApproverParts extends Pick<HypershiftParts, 'manager'> {
  readonly tenants: Tenants
  readonly machines: Machines
}

const WORKERS = 8
/** When too many requests are pending, somebody has to look at them first. */
const LOOK_AGAIN_MS = 60_000

/**
 * Adds what approves the certificates that machines ask for. It works machine by machine: whatever makes a request good
 * later, such as an address that becomes known, is a change of its Machine.
 */
export const addMachineApprover = (parts: ApproverParts): Enqueue =>
  parts.manager.add({
    name: 'machine-approver',
    kind: ClusterApiMachine,
    workers: WORKERS,
    // Nothing else of a Machine makes a request good.
    when: (change) => change.type === 'added' || (change.type === 'updated' && hasOtherNames(change)),
    reconcile: (ctx, key) => approve(parts, ctx, key),
  }).enqueue

function hasOtherNames({ object, previous }: { object: Machine; previous: Machine }): boolean {
  const addresses = ({ status }: Machine) => JSON.stringify(status?.addresses ?? [])
  return addresses(object) !== addresses(previous) || nodeNamesOf(object).length !== nodeNamesOf(previous).length
}

async function approve({ tenants, machines }: ApproverParts, ctx: Ctx, key: ObjectRef): Promise<Result> {
  const machine = machines.informer.get(key)
  const tenant = tenants.get(key.namespace ?? '')
  if (!machine || !tenant) return {}
  const good = requestsOf(machine, tenant)
  if (good.length === 0) return {}
  if (hasTooManyPending(ctx, tenant, machines.count(tenant.namespace))) {
    ctx.log.info('Approving no certificate requests', { reason: 'TooManyPending' })
    return { requeueAfterMs: LOOK_AGAIN_MS }
  }
  for (const request of good) await approveRequest(tenant, request, ctx.clock.now())
  return {}
}

/** Pending requests of a machine that it may have. */
function requestsOf(machine: Machine, tenant: Tenant): Stored<CertificateSigningRequest>[] {
  const pending = nodeNamesOf(machine).flatMap((nodeName) => tenant.requests.find(PENDING, nodeName))
  return pending.filter((request) => {
    const wanted = readNodeRequest(request)
    return wanted !== undefined && mayHave(machine, tenant, request, wanted)
  })
}

async function approveRequest({ api: { client } }: Tenant, request: Stored<CertificateSigningRequest>, now: number) {
  const time = formatTime(now)
  const approval = {
    type: 'Approved',
    status: 'True',
    reason: 'NodeCSRApprove',
    message: 'This CSR was approved by the Node CSR Approver (cluster-machine-approver)',
    lastUpdateTime: time,
    lastTransitionTime: time,
  }
  const approved = { ...request, status: { ...request.status, conditions: [approval] } }
  try {
    await client.update(CertificateSigningRequest, approved, { subresource: 'approval' })
  } catch (error) {
    // Whoever changed it meanwhile need not have decided: that is for the next look.
    if (!hasReason(error, 'NotFound')) throw error
  }
}
