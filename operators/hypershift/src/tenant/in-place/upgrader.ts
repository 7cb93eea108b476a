import { ClusterApiMachine, ClusterApiMachineSet, Node, Secret } from '@skep/api'
import type { Client, ObjectRef, Stored } from '@skep/client'
import { type Ctx, mergeResults, type Result, watchOf } from '@skep/controller'
import type { HypershiftParts, Release } from '../../contracts.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS } from '../../node-pool/annotations.ts'
import type { Enqueue } from '../changes.ts'
import type { Machine, Machines } from '../machines/machines.ts'
import type { Tenant, Tenants } from '../tenants.ts'
import { asAnnotations, type UpdateState, updateState } from './annotations.ts'
import { type NodeUpdate, stepNode } from './node-daemon.ts'
import { needsUpdate, nodesToTell } from './plan.ts'

/** What updates nodes where they are. */
export interface UpgraderParts extends Pick<HypershiftParts, 'client' | 'manager' | 'behaviours' | 'releases'> {
  readonly tenants: Tenants
  readonly machines: Machines
}

type MachineSet = Stored<ClusterApiMachineSet>

/** A node of the set, with its machine. */
interface Member {
  readonly machine: Machine
  readonly node: Stored<Node>
  readonly state: UpdateState
}

const WORKERS = 4

/** Adds what brings nodes of pools that are updated in place to the configuration of their pool, a few at a time. */
export function addInPlaceUpgrader(parts: UpgraderParts): Enqueue {
  return parts.manager.add({
    name: 'in-place-upgrader',
    kind: ClusterApiMachineSet,
    workers: WORKERS,
    when: ({ type, object }) => type !== 'deleted' && targetOf(object) !== undefined,
    watches: [watchOf(Secret, setOfToken)],
    reconcile: (ctx, key) => reconcile(parts, ctx, key),
  }).enqueue
}

/** Secrets with tokens hold what nodes get; their pool has the name of the set. */
function setOfToken({ metadata: { namespace, annotations } }: Stored<Secret>): ObjectRef[] {
  const pool = annotations?.[ANNOTATIONS.ignitionConfig] && annotations[NODE_POOL_ANNOTATION]?.split('/').at(-1)
  return pool && annotations[ANNOTATIONS.upgradeType] === 'InPlace' ? [{ namespace, name: pool }] : []
}

/** What the nodes of a set shall have; undefined when they are not updated in place. */
const targetOf = ({ metadata: { annotations } }: ClusterApiMachineSet): string | undefined =>
  annotations?.[ANNOTATIONS.targetConfigVersion]

/** Nodes that somebody has to look at: where the pool has what it shall have, those that had begun with something else. */
function concerned({ metadata: { annotations } }: MachineSet, target: string, members: readonly Member[]) {
  const isThere = annotations?.[ANNOTATIONS.currentConfigVersion] === target
  return isThere ? members.filter(({ state }) => state.desiredConfig !== undefined) : members
}

async function reconcile(parts: UpgraderParts, ctx: Ctx, key: ObjectRef): Promise<Result> {
  const informers = parts.manager.informersOf()
  const set = informers.of(ClusterApiMachineSet).get(key)
  const target = set && targetOf(set)
  const tenant = parts.tenants.get(key.namespace ?? '')
  if (!set || !tenant || target === undefined) return {}
  const token = informers.of(Secret).get({ namespace: key.namespace ?? '', name: `token-${key.name}-${target}` })
  const release = token && payloadRelease(parts, token)
  const all = release && membersOf(parts, set, tenant)
  // Whatever is missing brings the set back when it comes.
  if (!release || !all) return {}
  const members = concerned(set, target, all)
  for (const { machine, state } of members) {
    if (!needsUpdate(state, target)) await noteRelease(parts.client, machine, release.version)
  }
  const behind = members.filter(({ state }) => needsUpdate(state, target))
  if (behind.length === 0) return annotateSet(parts.client, set, doneAnnotations(target))
  return updateNodes(parts, ctx, { set, target, tenant, release, members, behind })
}

interface Update {
  readonly set: MachineSet
  readonly target: string
  readonly tenant: Tenant
  readonly release: Release
  readonly members: readonly Member[]
  readonly behind: readonly Member[]
}

async function updateNodes(parts: UpgraderParts, { clock }: Ctx, update: Update): Promise<Result> {
  const { set, target, tenant, release, members, behind } = update
  const facts = updateFacts(parts, set, release, clock.now())
  // Once nothing makes it fail any more, a degraded node tries again; one that is to have something else does so anyhow.
  const isStuck = ({ state: { state, desiredConfig, currentConfig } }: Member) =>
    state === 'Degraded' && desiredConfig === target && currentConfig !== target
  const degraded = facts.failure && behind.find(isStuck)
  if (degraded) {
    const { node, state } = degraded
    const why = `Node ${node.metadata.name} in nodepool degraded: ${state.reason ?? ''}`
    return annotateSet(parts.client, set, stoppedAnnotations(why))
  }
  await annotateSet(parts.client, set, progressAnnotations(target, members.length, members.length - behind.length))
  const { client } = tenant.api
  const told = nodesToTell(members, target, Number(set.metadata.annotations?.[ANNOTATIONS.maxUnavailable] ?? 1) || 1)
  for (const { node } of told) await tellNode(client, node, target)
  const busy = behind.filter((member) => !told.includes(member))
  const steps: Result[] = []
  for (const { node } of busy) steps.push(await stepNode(client, node, facts))
  return mergeResults(steps)
}

function updateFacts(
  { behaviours }: UpgraderParts,
  { metadata }: MachineSet,
  release: Release,
  now: number,
): NodeUpdate {
  const [namespace = '', name = ''] = (metadata.annotations?.[NODE_POOL_ANNOTATION] ?? '').split('/')
  const pool = { namespace, name }
  const state = behaviours.timeline('NodePool', pool).find((each) => each.name === 'Updating')
  const failure = behaviours.failureOf('NodePool', pool, 'Updating')
  return {
    durationMs: state?.durationMs ?? 0,
    // One that names no state is about the first.
    failure: failure?.state === 'Updating' ? failure : undefined,
    kubeletVersion: release.kubernetesVersion,
    now,
  }
}

/** The release that is ready for the nodes; undefined while it is not. */
function payloadRelease({ releases }: UpgraderParts, { data }: Secret): Release | undefined {
  const image = data?.['payload'] ? Buffer.from(data['release'] ?? '', 'base64').toString() : ''
  return image === '' ? undefined : releases.resolve(image)
}

/** The machines of a set that have become nodes; undefined while one of those is not known here. */
function membersOf({ machines }: UpgraderParts, { metadata }: MachineSet, { nodes }: Tenant): Member[] | undefined {
  const members: Member[] = []
  for (const machine of machines.informer.find('namespace', metadata.namespace ?? '')) {
    const name = machine.status?.nodeRef?.name
    if (name === undefined || !isOf(machine, metadata.uid)) continue
    const node = nodes.get({ name })
    if (!node) return undefined
    members.push({ machine, node, state: updateState(node) })
  }
  return members
}

const isOf = ({ metadata }: Machine, uid: string): boolean =>
  (metadata.ownerReferences ?? []).some((owner) => owner.controller && owner.uid === uid)

async function tellNode(client: Client, { metadata }: Stored<Node>, target: string): Promise<void> {
  const annotations = asAnnotations({ desiredConfig: target })
  await client.patch(Node, metadata, { type: 'merge', body: { metadata: { annotations } } })
}

async function noteRelease(client: Client, { metadata }: Machine, version: string): Promise<void> {
  if (metadata.annotations?.[ANNOTATIONS.releaseVersion] === version) return
  const annotations = { [ANNOTATIONS.releaseVersion]: version }
  await client.patch(ClusterApiMachine, metadata, { type: 'merge', body: { metadata: { annotations } } })
}

type Annotations = Readonly<Record<string, string | null>>

const doneAnnotations = (target: string): Annotations => ({
  [ANNOTATIONS.currentConfigVersion]: target,
  [ANNOTATIONS.upgradeInProgressTrue]: null,
  [ANNOTATIONS.upgradeInProgressFalse]: null,
})

const stoppedAnnotations = (why: string): Annotations => ({
  [ANNOTATIONS.upgradeInProgressTrue]: null,
  [ANNOTATIONS.upgradeInProgressFalse]: why,
})

const progressAnnotations = (target: string, total: number, upgraded: number): Annotations => ({
  [ANNOTATIONS.upgradeInProgressTrue]: `Nodepool update in progress. Target Config version: ${target}. Total Nodes: ${total}. Upgraded: ${upgraded}`,
  [ANNOTATIONS.upgradeInProgressFalse]: null,
})

async function annotateSet(client: Client, { metadata }: MachineSet, annotations: Annotations): Promise<Result> {
  const differs = Object.entries(annotations).some(([key, value]) => (metadata.annotations?.[key] ?? null) !== value)
  if (differs) {
    await client.patch(ClusterApiMachineSet, metadata, { type: 'merge', body: { metadata: { annotations } } })
  }
  return {}
}
