import { CustomResourceDefinition, Klusterlet, ManagedClusterClaim } from '@skep/api'
import { type Client, installKinds, type Stored } from '@skep/client'
import {
  type ConditionUpdate,
  type Ctx,
  isConditionTrue,
  type Reconciler,
  type Result,
  setCondition,
  withOwnStatus,
} from '@skep/controller'
import { createNamespace } from '../hub/accept.ts'
import { clusterOfKlusterlet, EXTERNAL_KUBECONFIG, FINALIZERS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { CLAIM_DEFINITION, removeKlusterlet } from './removal.ts'

const HOSTED_MODE = /^(Singleton)?Hosted$/

/** Prepares the agent of a hosted cluster, once there is a kubeconfig for it, and takes it away again. */
export const klusterletReconciler =
  (parts: MceParts): Reconciler =>
  async (ctx, { name }) => {
    const klusterlet = parts.views.klusterlets.get({ name })
    const cluster = clusterOfKlusterlet(name)
    if (!klusterlet || cluster === undefined || !HOSTED_MODE.test(klusterlet.spec?.deployOption?.mode ?? '')) return {}
    if (klusterlet.metadata.deletionTimestamp !== undefined) return removeKlusterlet(ctx, parts, klusterlet, cluster)
    if (!parts.views.namespaces.get({ name })) await createNamespace(parts.client, name)
    return prepare(ctx, parts, klusterlet, cluster)
  }

/** Before anything is made in the cluster, the Klusterlet is held until that is cleaned up. */
async function prepare(ctx: Ctx, parts: MceParts, klusterlet: Stored<Klusterlet>, cluster: string): Promise<Result> {
  const missing = missingFor(parts, klusterlet)
  const isApplied = isConditionTrue(klusterlet.status?.conditions, 'Applied')
  // Who takes the second one off later knows that there is nothing to clean up.
  const isFirst = missing === undefined && !isApplied
  const wanted = isFirst ? [FINALIZERS.klusterlet, FINALIZERS.klusterletHosted] : [FINALIZERS.klusterlet]
  const held = await hold(parts.client, klusterlet, wanted)
  const problem = missing ?? (isApplied ? undefined : await applyToCluster(ctx, parts, cluster))
  await tell(ctx, parts, held, problem === undefined ? PREPARED : [notPrepared(problem)])
  // Whatever is missing here comes with a change; a cluster that does not answer tells nobody when it does.
  return missing === undefined && problem !== undefined ? { requeueAfterMs: RETRY_MS } : {}
}

const RETRY_MS = 10_000

const missingFor = ({ views }: MceParts, { metadata }: Stored<Klusterlet>): string | undefined =>
  views.externalKubeconfigs.get({ namespace: metadata.name, name: EXTERNAL_KUBECONFIG })
    ? undefined
    : `secret "${EXTERNAL_KUBECONFIG}" not found`

/** Makes the cluster know of claims. Returns why that does not work. */
async function applyToCluster(ctx: Ctx, { managedApis }: MceParts, cluster: string): Promise<string | undefined> {
  try {
    const client = await managedApis.clientOf(cluster)
    const isKnown = await client.get(CustomResourceDefinition, { name: CLAIM_DEFINITION }, ctx)
    if (!isKnown) await installKinds(client, [ManagedClusterClaim], ctx)
    return undefined
  } catch (error) {
    if (ctx.signal.aborted) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

async function hold(client: Client, klusterlet: Stored<Klusterlet>, wanted: string[]): Promise<Stored<Klusterlet>> {
  const { finalizers: present = [], uid, resourceVersion } = klusterlet.metadata
  const finalizers = [...new Set([...present, ...wanted])]
  if (finalizers.length === present.length) return klusterlet
  const body = { metadata: { uid, resourceVersion, finalizers } }
  return client.patch(Klusterlet, klusterlet.metadata, { type: 'merge', body })
}

const notPrepared = (problem: string): ConditionUpdate => ({
  type: 'ReadyToApply',
  status: 'False',
  reason: 'KlusterletPrepareFailed',
  message: `Failed to build managed cluster clients: ${problem}`,
})

const functional = (type: string): ConditionUpdate => ({
  type,
  status: 'False',
  reason: 'DeploymentsFunctional',
  message: 'deployments replicas are desired: 1',
})

const PREPARED: readonly ConditionUpdate[] = [
  { type: 'ReadyToApply', status: 'True', reason: 'KlusterletPrepared', message: 'Klusterlet is ready to apply' },
  { type: 'Applied', status: 'True', reason: 'KlusterletApplied', message: 'Klusterlet Component Applied' },
  { type: 'Available', status: 'True', reason: 'KlusterletAvailable', message: 'The agent runs' },
  {
    type: 'HubConnectionDegraded',
    status: 'False',
    reason: 'HubConnectionFunctional',
    message: 'The hub lets the agent in',
  },
  functional('RegistrationDesiredDegraded'),
  functional('WorkDesiredDegraded'),
]

async function tell(
  ctx: Ctx,
  { client }: MceParts,
  before: Stored<Klusterlet>,
  statements: readonly ConditionUpdate[],
): Promise<void> {
  const after = withOwnStatus(before)
  const status = (after.status ??= {})
  const conditions = (status.conditions ??= [])
  const { generation: observedGeneration } = before.metadata
  for (const statement of statements) {
    const about = observedGeneration === undefined ? {} : { observedGeneration }
    setCondition(conditions, { ...statement, ...about }, ctx.clock.now())
  }
  if (observedGeneration !== undefined) status.observedGeneration = observedGeneration
  await client.patchStatus(Klusterlet, before, after, { ifUnchanged: true })
}
