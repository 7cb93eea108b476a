import { Klusterlet, ManifestWork, Secret } from '@skep/api'
import type { Clock } from '@skep/base'
import { type Client, type ClientKind, isObjectMissing, type Stored } from '@skep/client'
import {
  addFinalizer,
  createManager,
  dropFinalizer,
  findCondition,
  type Reconciler,
  setCondition,
} from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import { clusterOfKlusterlet, FINALIZERS, klusterletWorkName } from '../names.ts'

const KINDS: Readonly<Record<string, ClientKind>> = { Klusterlet, Secret }

const manifestsOf = ({ spec }: ManifestWork): KubeObject[] =>
  // Whoever makes works in these tests puts objects into them.
  (spec?.workload?.manifests ?? []) as unknown as KubeObject[]

const refOf = ({ metadata: { namespace, name = '' } }: KubeObject) => ({ namespace, name })

/** What the agent of works does, as far as importing a cluster depends on it. Resolves when it has stopped. */
export function runFakeWorkAgent(client: Client, clock: Clock, signal: AbortSignal): Promise<void> {
  const manager = createManager({ client, clock })
  const workOf = ({ metadata }: KubeObject) => {
    const cluster = clusterOfKlusterlet(metadata.name ?? '')
    return cluster === undefined ? [] : [{ namespace: 'local-cluster', name: klusterletWorkName(cluster) }]
  }
  const klusterlets = manager.informersOf().of(Klusterlet)
  const works = manager.add({ name: 'work', kind: ManifestWork, reconcile: workReconciler(client) })
  klusterlets.onChange(({ object }) => {
    for (const key of workOf(object)) works.enqueue(key)
  })
  return manager.start(signal)
}

const workReconciler =
  (client: Client): Reconciler =>
  async (ctx, key) => {
    const work = await client.get(ManifestWork, key)
    if (!work) return {}
    if (work.metadata.deletionTimestamp !== undefined) return removeWork(client, work)
    if (await addFinalizer(client, ManifestWork, work, FINALIZERS.work)) return {}
    for (const manifest of manifestsOf(work)) await apply(client, manifest)
    const after = structuredClone(work)
    const conditions = ((after.status ??= {}).conditions ??= [])
    setCondition(conditions, { type: 'Available', status: 'True', reason: 'ResourcesAvailable' }, ctx.clock.now())
    after.status.resourceStatus = {
      manifests: await Promise.all(manifestsOf(work).map((one) => feedbackOf(client, one))),
    }
    await client.patchStatus(ManifestWork, work, after)
    return {}
  }

async function apply(client: Client, manifest: KubeObject): Promise<void> {
  await client.create(KINDS[manifest.kind]!, manifest).catch((error: { reason?: string }) => {
    if (error.reason !== 'AlreadyExists') throw error
  })
}

async function feedbackOf(client: Client, manifest: KubeObject) {
  const { kind } = manifest
  const object = kind === 'Klusterlet' ? await client.get(Klusterlet, refOf(manifest)) : undefined
  const string = findCondition(object?.status?.conditions, 'ReadyToApply')?.status
  const value = { name: 'ReadyToApply-status', fieldValue: { type: 'String' as const, ...(string ? { string } : {}) } }
  return {
    resourceMeta: { ordinal: 0, group: KINDS[kind]!.group, kind },
    statusFeedback: { values: string ? [value] : [] },
    conditions: [],
  }
}

/** Foreground: the work goes when everything that it brought has gone. */
async function removeWork(client: Client, work: Stored<ManifestWork>): Promise<{ requeueAfterMs?: number }> {
  const orphans = work.spec?.deleteOption?.propagationPolicy === 'Orphan'
  for (const manifest of orphans ? [] : manifestsOf(work)) {
    const kind = KINDS[manifest.kind]!
    await client.delete(kind, refOf(manifest)).catch((error: unknown) => {
      if (!isObjectMissing(error)) throw error
    })
    if (await client.get(kind, refOf(manifest))) return {}
  }
  await dropFinalizer(client, ManifestWork, work, FINALIZERS.work)
  return {}
}
