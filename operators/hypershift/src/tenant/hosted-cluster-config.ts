import { ControlPlaneComponent, HostedControlPlane } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ObjectChange, ObjectRef } from '@skep/client'
import { type ConditionUpdate, type Ctx, mergeResults, type Result, specChanged, watchOf } from '@skep/controller'
import type { HypershiftParts, Release } from '../contracts.ts'
import { ALL_IS_WELL, ANNOTATIONS } from '../control-plane/keys.ts'
import { readPause } from '../node-pool/pause.ts'
import type { Enqueue } from './changes.ts'
import { cleanUpCloud } from './cleanup/cloud-cleanup.ts'
import type { TenantConfiguration } from './config/configure-tenant.ts'
import { type ControlPlane, type ControlPlanes, isApiAvailable, VERSION_OPERATOR } from './control-planes.ts'
import { observeConnections } from './status/connections.ts'
import { writeNodeCount } from './status/node-count.ts'
import { CONFIG_OPERATOR_CONDITION } from './status/told.ts'
import { unknownVersionConditions, versionConditions, versionFields } from './status/version-status.ts'
import { writeStatus } from './status/write-status.ts'
import type { Tenant, Tenants } from './tenants.ts'
import type { VersionOperator, VersionOutcome } from './version/version-operator.ts'

/** What looks after the clusters of control planes. */
export interface ConfigOperatorParts extends Pick<HypershiftParts, 'client' | 'manager' | 'releases'> {
  readonly tenants: Tenants
  readonly controlPlanes: ControlPlanes
  readonly configuration: TenantConfiguration
  readonly operateVersion: VersionOperator
}

const WORKERS = 8
/** An API that is said to answer, and does not yet, is looked for again after this long. */
const LOOK_AGAIN_MS = 5_000

/** Adds what upstream is the hosted-cluster-config-operator of each control plane, as one controller for all of them. */
export function addHostedClusterConfig(parts: ConfigOperatorParts): Enqueue {
  const ofNamespace = ({ metadata }: { metadata: { namespace?: string } }): ObjectRef[] => {
    const controlPlane = parts.controlPlanes.in(metadata.namespace ?? '')
    return controlPlane ? [controlPlane.metadata] : []
  }
  return parts.manager.add({
    name: 'hosted-cluster-config',
    kind: HostedControlPlane,
    workers: WORKERS,
    when: concernsTenant,
    watches: [
      watchOf(ControlPlaneComponent, ofNamespace, {
        when: ({ object }) => object.metadata.name === VERSION_OPERATOR,
      }),
    ],
    reconcile: (ctx, key) => reconcile(parts, ctx, key),
  }).enqueue
}

/** Whether more has changed than what this operator writes itself. */
function concernsTenant(change: ObjectChange<HostedControlPlane>): boolean {
  if (change.type !== 'updated') return true
  const { object, previous } = change
  return specChanged(change) || concernOf(object) !== concernOf(previous)
}

/** What of the status and the annotations matters here. */
const concernOf = (controlPlane: ControlPlane): string =>
  JSON.stringify([
    isApiAvailable(controlPlane),
    controlPlane.status?.controlPlaneEndpoint,
    controlPlane.metadata.annotations?.[ANNOTATIONS.cleanupCloudResources],
  ])

async function reconcile(parts: ConfigOperatorParts, ctx: Ctx, key: ObjectRef): Promise<Result> {
  const { tenants, controlPlanes, configuration, releases } = parts
  const namespace = key.namespace ?? ''
  const controlPlane = controlPlanes.informer.get(key)
  if (!controlPlane) {
    if (!controlPlanes.in(namespace)) {
      configuration.forget(namespace)
      await tenants.forget(namespace)
    }
    return {}
  }
  if (controlPlane.metadata.deletionTimestamp) return cleanUpCloud(parts, ctx, controlPlane)
  const pause = readPause(controlPlane.spec.pausedUntil, ctx.clock.now())
  if (pause.paused) return pause.remainingMs === undefined ? {} : { requeueAfterMs: pause.remainingMs }
  const release = releases.resolve(controlPlane.spec.releaseImage)
  const isSaidToAnswer = isApiAvailable(controlPlane)
  const api = isSaidToAnswer ? tenants.apiOf(namespace) : undefined
  if (!api?.settings.serving || !release) {
    await reportUnreachable(parts, ctx, controlPlane)
    // Where APIs are not kept, one that is made anew leaves the control plane as it was, and so brings nobody here.
    return isSaidToAnswer && release ? { requeueAfterMs: LOOK_AGAIN_MS } : {}
  }
  const tenant = await tenants.follow(namespace, api)
  return tenant ? lookAfter(parts, ctx, tenant, controlPlane, release) : {}
}

/** A cluster that was heard of before cannot be asked now; of one that never was, there is nothing to say. */
async function reportUnreachable({ client }: ConfigOperatorParts, { clock }: Ctx, controlPlane: ControlPlane) {
  if (!controlPlane.status?.versionStatus) return
  const conditions = unknownVersionConditions('the API server is not available')
  await writeStatus(client, controlPlane, { conditions, fields: {} }, clock.now())
}

async function lookAfter(
  parts: ConfigOperatorParts,
  ctx: Ctx,
  tenant: Tenant,
  controlPlane: ControlPlane,
  release: Release,
): Promise<Result> {
  const outcome = await configure(parts, ctx, tenant, controlPlane, release)
  const reported = await report(parts, ctx, tenant, controlPlane, outcome)
  if (outcome.failure) throw outcome.failure
  return mergeResults([outcome, reported])
}

/** What came of bringing a cluster to what its control plane says. */
interface Outcome extends VersionOutcome {
  readonly failure?: unknown
}

async function configure(
  { configuration, operateVersion }: ConfigOperatorParts,
  ctx: Ctx,
  tenant: Tenant,
  controlPlane: ControlPlane,
  release: Release,
): Promise<Outcome> {
  try {
    await configuration.apply(tenant, { controlPlane, release, now: ctx.clock.now() })
    return await operateVersion(ctx, tenant, controlPlane, release)
  } catch (error) {
    // Somebody else was faster, which is nothing to tell of.
    if (hasReason(error, 'Conflict')) throw error
    return { failure: error }
  }
}

/** Says in the status of the control plane how its cluster is, and how looking after it went. */
async function report(
  { client }: ConfigOperatorParts,
  ctx: Ctx,
  tenant: Tenant,
  controlPlane: ControlPlane,
  { version, failure }: Outcome,
): Promise<Result> {
  const { conditions, ...result } = await observeConnections(ctx, tenant, controlPlane)
  const change = {
    conditions: [
      ...(version?.status ? versionConditions(version.status.conditions ?? []) : []),
      ...conditions,
      outcomeOf(failure),
    ],
    fields: version ? versionFields(version) : {},
  }
  await writeStatus(client, controlPlane, change, ctx.clock.now())
  await writeNodeCount(client, tenant, controlPlane)
  return result
}

function outcomeOf(failure: unknown): ConditionUpdate {
  const type = CONFIG_OPERATOR_CONDITION
  if (!failure) return { type, status: 'True', reason: 'AsExpected', message: ALL_IS_WELL }
  const message = failure instanceof Error ? failure.message : String(failure)
  return { type, status: 'False', reason: 'ReconcileError', message }
}
