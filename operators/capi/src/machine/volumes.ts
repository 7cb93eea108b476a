import { Node, PersistentVolume, Pod, VolumeAttachment } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import { findCondition, isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { ANNOTATIONS } from '../names.ts'
import { isDeleting } from '../objects.ts'
import { waitingSince } from './deletion.ts'
import { isOver } from './drain.ts'
import { sortPods } from './drained-pods.ts'
import { isUnreachable } from './node-health.ts'
import type { MachineScope } from './scope.ts'

const TYPE = 'VolumeDetachSucceeded'
const RETRY_MS = 20_000

/** Waits until the volumes of pods that left are detached, since some are deleted with the machine otherwise. */
export async function awaitVolumes(ctx: Ctx, scope: MachineScope): Promise<Result | undefined> {
  const now = ctx.clock.now()
  const { machine } = scope
  if (!isAwaited(scope, now)) return undefined
  const since = waitingSince(scope, 'waitForNodeVolumeDetachStartTime', now)
  const volumes = await attachedVolumes(ctx, scope)
  if (volumes.length === 0) {
    if (findCondition(machine.status, TYPE)?.status !== 'True') report(ctx, scope)
    return undefined
  }
  const message = 'Waiting for node volumes to be detached'
  setCondition(machine.status, isFalse(TYPE, 'WaitingForVolumeDetach', 'Info', message), now)
  scope.progress = {
    reason: 'WaitingForVolumeDetach',
    message: `Waiting for Node volumes to be detached (started at ${since})\n* ${volumes.join(', ')}`,
  }
  return { requeueAfterMs: RETRY_MS }
}

function report(ctx: Ctx, { machine }: MachineScope): void {
  setCondition(machine.status, isTrue(TYPE), ctx.clock.now())
  const message = `success waiting for node volumes detaching Machine's node "${machine.status.nodeRef?.name}"`
  ctx.events.record(machine, { type: 'Normal', reason: 'NodeVolumesDetached', message })
}

function isAwaited({ machine, infrastructure }: MachineScope, now: number): boolean {
  const { deletion } = machine.status
  if (machine.metadata.annotations?.[ANNOTATIONS.excludeVolumeDetach] !== undefined) return false
  if (deletion?.waitForPreTerminateHookStartTime || !infrastructure || isDeleting(infrastructure)) return false
  return !isOver(machine.spec.nodeVolumeDetachTimeout, deletion?.waitForNodeVolumeDetachStartTime, now)
}

/** Names of volumes that are attached to the node and used by nothing that stays there. */
async function attachedVolumes(ctx: Ctx, { cluster, machine, parts }: MachineScope): Promise<string[]> {
  const tenant = cluster && (await parts.tenants.open(cluster))
  if (!tenant) throw new Error('there is no connection to the cluster')
  const name = machine.status.nodeRef?.name ?? ''
  const node = tenant.nodes.get({ name }) ?? (await tenant.client.get(Node, { name }))
  if (!node || isUnreachable(node)) return []
  const attached = await attachments(tenant.client, node)
  if (attached.size === 0) return []
  const claims = await claimsThatStay(ctx, tenant.client, name)
  const { items } = await tenant.client.list(PersistentVolume)
  for (const volume of items) if (claims.has(claimOf(volume))) for (const id of idsOf(volume)) attached.delete(id)
  return [...attached].sort()
}

/** What the node says is attached, and the volumes that are said to be so on their own account. */
async function attachments(client: Client, node: Stored<Node>): Promise<Set<string>> {
  const { items } = await client.list(VolumeAttachment)
  const own = items.filter(({ spec, status }) => spec.nodeName === node.metadata.name && status?.attached)
  return new Set([
    ...(node.status?.volumesAttached ?? []).map(({ name }) => name),
    ...own.flatMap(({ spec }) => spec.source.persistentVolumeName ?? []),
  ])
}

const claimOf = ({ spec }: PersistentVolume): string => `${spec?.claimRef?.namespace}/${spec?.claimRef?.name}`

/** The names under which a volume may be attached. */
const idsOf = ({ metadata, spec }: Stored<PersistentVolume>): string[] => [
  metadata.name,
  ...(spec?.csi ? [`kubernetes.io/csi/${spec.csi.driver}^${spec.csi.volumeHandle}`] : []),
]

/** Claims of pods that a drain leaves where they are. */
async function claimsThatStay(ctx: Ctx, client: Client, nodeName: string): Promise<Set<string>> {
  const { items } = await client.list(Pod, { fieldSelector: `spec.nodeName=${nodeName}` })
  const { left } = await sortPods(ctx, client, items, { unreachable: false })
  return new Set(
    left.flatMap(({ metadata, spec }) =>
      (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) =>
        persistentVolumeClaim ? [`${metadata.namespace}/${persistentVolumeClaim.claimName}`] : [],
      ),
    ),
  )
}
