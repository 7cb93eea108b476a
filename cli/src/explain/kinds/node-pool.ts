import {
  ClusterApiMachineSet,
  ConfigMap,
  HostedCluster,
  MachineDeployment,
  MachineHealthCheck,
  NodePool,
  Secret,
} from '@skep/api'
import type { ObjectRef, Stored } from '@skep/client'
import { controlPlaneNamespace } from '@skep/operator-hypershift'
import { type ConditionRule, conditionOf, firstUnmet, oneLine } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'
import { behindCluster, clusterPart, onOtherPlatform, pausedWithCluster, withoutCluster } from './node-pool-cluster.ts'
import { atMaximum, podsBeyondMaximum } from './node-pool-maximum.ts'
import { CHOOSE_RELEASE, namingWhoseRelease } from './release.ts'
import { providedPart } from './secrets.ts'

const HYPERSHIFT = operator('hypershift')
const FIX_SPEC = user('change the spec of the NodePool as the message says')

/** What stops a pool, in the order in which the operator looks at it. */
const GATES: readonly ConditionRule[] = [
  { type: 'ReconciliationActive', want: 'True', nextActor: user('remove spec.pausedUntil to let it go on') },
  { type: 'UpdateManagementEnabled', want: 'True', nextActor: FIX_SPEC },
  { type: 'ValidReleaseImage', want: 'True', nextActor: CHOOSE_RELEASE },
  {
    type: 'IgnitionEndpointAvailable',
    want: 'True',
    onTheWay: true,
    nextActor: HYPERSHIFT,
    byReason: { ExternalDNSHostNotReachable: user('make the external name of ignition resolve') },
  },
  { type: 'ValidArchPlatform', want: 'True', nextActor: FIX_SPEC },
  { type: 'ValidMachineConfig', want: 'True', nextActor: user('correct the ConfigMaps that spec.config names') },
  { type: 'ValidTuningConfig', want: 'True', nextActor: user('correct the ConfigMaps that spec.tuningConfig names') },
  {
    type: 'ValidGeneratedPayload',
    want: 'True',
    onTheWay: true,
    nextActor: HYPERSHIFT,
    byReason: { InvalidConfig: user('correct the ConfigMaps that spec.config names') },
  },
  { type: 'ValidPlatformImage', want: 'True', nextActor: FIX_SPEC },
  { type: 'ValidPlatformConfig', want: 'True', nextActor: FIX_SPEC },
  { type: 'ValidMachineTemplate', want: 'True', nextActor: FIX_SPEC },
  { type: 'AWSSecurityGroupAvailable', want: 'True', onTheWay: true, nextActor: HYPERSHIFT },
  { type: 'AWSResourceTagConflict', want: 'False', nextActor: FIX_SPEC },
  {
    type: 'ClusterNetworkCIDRConflict',
    want: 'False',
    nextActor: user('move machines out of the pod network, or change it'),
  },
]

/** What comes about afterwards. */
const PROGRESS: readonly ConditionRule[] = [
  { type: 'AllMachinesReady', want: 'True', onTheWay: true, nextActor: operator('cluster-api') },
  {
    type: 'ReachedIgnitionEndpoint',
    want: 'True',
    onTheWay: true,
    nextActor: operator('machines', 'fetch their configuration'),
  },
  { type: 'AllNodesHealthy', want: 'True', onTheWay: true, nextActor: operator('cluster-api') },
  {
    type: 'Ready',
    want: 'True',
    onTheWay: true,
    nextActor: operator('cluster-api'),
    byReason: { TooManyUnhealthy: user('repair or replace machines: too many are unhealthy to do so by itself') },
  },
  { type: 'UpdatingVersion', want: 'False', onTheWay: true, nextActor: HYPERSHIFT },
  { type: 'UpdatingConfig', want: 'False', onTheWay: true, nextActor: HYPERSHIFT },
  { type: 'UpdatingPlatformMachineTemplate', want: 'False', onTheWay: true, nextActor: HYPERSHIFT },
  { type: 'SupportedVersionSkew', want: 'True', nextActor: user('bring NodePool and HostedCluster closer together') },
  { type: 'KubeVirtNodesLiveMigratable', want: 'True', nextActor: user('use volumes that can be migrated') },
]

/** A pool of nodes: what it is configured by, and its machines. */
export const nodePool: Explainer<NodePool> = {
  kind: NodePool,
  parts: async (object, read) => {
    const { namespace = '', name } = object.metadata
    const inside = controlPlaneNamespace({ namespace, name: object.spec.clusterName })
    const ref = { namespace: inside, name }
    const [cluster, needed, owners, pods] = await Promise.all([
      clusterPart(object, read),
      neededParts(object, read),
      Promise.all([read.get(MachineDeployment, ref), ownSet(read, ref), read.get(MachineHealthCheck, ref)]),
      podsBeyondMaximum(object, read),
    ])
    return [...cluster, ...needed, ...partsOf(read, owners), ...pods]
  },
  verdict: (object, children) => withoutCluster(children) ?? onOtherPlatform(children) ?? ofPool(object, children),
  deletion: (object, children) => {
    const held = explainDeletion(object, children)
    return pausedWithCluster(children, held.waitsFor ?? 'its machines to go') ?? held
  },
}

/** Sets of a MachineDeployment are below that. */
async function ownSet(read: Reader, ref: { namespace: string; name: string }): Promise<Stored | undefined> {
  const set = await read.get(ClusterApiMachineSet, ref)
  return set?.metadata.ownerReferences?.some(({ kind }) => kind === 'MachineDeployment') ? undefined : set
}

async function neededParts(object: Stored<NodePool>, read: Reader): Promise<Part[]> {
  const { metadata, spec } = object
  const { namespace = '', deletionTimestamp } = metadata
  if (deletionTimestamp !== undefined) return []
  const names = [...(spec.config ?? []), ...(spec.tuningConfig ?? [])].flatMap(({ name }) => (name ? [name] : []))
  const configMaps = names.map((name) => providedPart(read, ConfigMap, { namespace, name }))
  const pullSecret = await pullSecretOf(object, read)
  return Promise.all([...configMaps, ...(pullSecret ? [providedPart(read, Secret, pullSecret, PULL_SECRET_KEY)] : [])])
}

const PULL_SECRET_KEY = '.dockerconfigjson'

/** Without which no release can be looked at, if that may be what is wrong. */
async function pullSecretOf(object: Stored<NodePool>, read: Reader): Promise<ObjectRef | undefined> {
  if (conditionOf(object, 'ValidReleaseImage')?.status !== 'False') return undefined
  const { namespace = '' } = object.metadata
  const cluster = await read.get(HostedCluster, { namespace, name: object.spec.clusterName })
  return cluster && { namespace, name: cluster.spec.pullSecret.name }
}

function ofPool(object: Stored<NodePool>, children: readonly Explained[]): Verdict {
  const machines = conditionOf(object, 'AllMachinesReady')
  if (!object.spec.replicas && machines?.status === 'False' && machines.reason === 'AsExpected')
    return good('NoReplicas')
  const gate = firstUnmet(object, GATES)
  if (gate) return atGate(object, gate, children)
  const unmet =
    untilDeleted(object) ?? firstUnmet(object, PROGRESS) ?? failedUpdate(object) ?? scaling(object, children)
  const full = unmet ? undefined : atMaximum(object, children)
  if (full) return full
  // Nobody has to do anything about nodes that are ahead of a control plane that is about to be where they are.
  const ahead = unmet?.state === 'UnsupportedSkew' ? behindCluster(children) : undefined
  if (ahead) return ahead
  const pausedNow = unmet && pausedWithCluster(children, unmet.waitsFor ?? unmet.state)
  if (pausedNow) return pausedNow
  const worst = children.find(({ health }) => health === 'failing') ?? children.find(({ health }) => health !== 'good')
  if (unmet) return worst ? { ...unmet, nextActor: worst.nextActor } : unmet
  if (!object.status?.conditions?.length) return unseen(object)
  const ready = conditionOf(object, 'Ready')
  // Nobody makes machines for a pool of this platform, so nobody says that they are ready.
  if (ready || object.spec.platform.type === 'None') return good('Ready', ready?.lastTransitionTime)
  return notBegun(object, worst)
}

function atGate(object: Stored<NodePool>, gate: Verdict, children: readonly Explained[]): Verdict {
  const secret = children.find(({ object: { kind }, health }) => kind === Secret.kind && health === 'failing')
  if (secret) return { ...gate, nextActor: secret.nextActor }
  // What its operator would bring about by itself does not come while nobody may touch the cluster.
  const pausedNow = gate.health === 'waiting' && pausedWithCluster(children, gate.waitsFor ?? gate.state)
  if (pausedNow) return pausedNow
  const isRelease = conditionOf(object, 'ValidReleaseImage')?.status === 'False'
  return (isRelease && behindCluster(children)) || namingWhoseRelease(gate, object)
}

/** Whoever chose to delete machines by hand waits for nobody else: no new one is made, or fetches anything, before that. */
function untilDeleted(object: Stored<NodePool>): Verdict | undefined {
  const { metadata, spec, status } = object
  const { namespace = '', name } = metadata
  if (status?.version === undefined || spec.management.replace?.strategy !== 'OnDelete') return undefined
  const isTrue = (type: string) => conditionOf(object, type)?.status === 'True'
  const update = UPDATES.find(isTrue)
  if (!update || !isTrue('AllMachinesReady') || !isTrue('AllNodesHealthy')) return undefined
  const inside = controlPlaneNamespace({ namespace, name: spec.clusterName })
  return failing({
    state: 'OnDelete',
    waitsFor: `outdated machines of ${name} to be deleted, as its strategy OnDelete leaves to you`,
    since: conditionOf(object, update)?.lastTransitionTime,
    nextActor: user(`delete Machines of ${name} in namespace ${inside} that are outdated; new ones follow`),
  })
}

/** Conditions that are True while machines are to become something else. */
const UPDATES = ['UpdatingVersion', 'UpdatingConfig', 'UpdatingPlatformMachineTemplate']

/** An update in place that failed is not under way any more, and so is no update to those who only look for one. */
function failedUpdate(object: Stored<NodePool>): Verdict | undefined {
  for (const type of ['UpdatingVersion', 'UpdatingConfig']) {
    const { reason = '', message = '', lastTransitionTime: since } = conditionOf(object, type) ?? {}
    if (reason !== 'InplaceUpgradeFailed') continue
    const nextActor = user('correct what the message names, or replace the machine')
    return failing({ state: reason, waitsFor: oneLine(message) || 'the update of a node', since, nextActor })
  }
  return undefined
}

/** Conditions of a pool that nobody touches are those of before it was scaled. */
function scaling({ spec, status }: Stored<NodePool>, children: readonly Explained[]): Verdict | undefined {
  const { replicas: now = 0 } = status ?? {}
  if (spec.autoScaling || spec.replicas === undefined || spec.replicas === now) return undefined
  const owner = children.find(({ object: { kind } }) => /^Machine(Deployment|Set)$/.test(kind))
  if (!owner) return undefined
  const waitsFor = `${spec.replicas} nodes; it has ${now}`
  return waiting({ state: 'Scaling', waitsFor, since: owner.since, nextActor: operator('cluster-api') })
}

/** It is the cluster that a pool without machines waits for, not the other way round. */
const notBegun = ({ metadata, spec }: Stored<NodePool>, worst: Explained | undefined): Verdict => ({
  inherited: worst?.object.kind === 'HostedCluster',
  ...waiting({
    state: 'NoMachines',
    waitsFor: worst
      ? `${worst.object.kind} ${spec.clusterName}, before which no machine is made`
      : 'its machines to be made',
    since: worst?.since ?? metadata.creationTimestamp,
    nextActor: worst?.nextActor ?? HYPERSHIFT,
  }),
})

const unseen = ({ metadata }: Stored<NodePool>): Verdict => ({
  inherited: true,
  ...waiting({
    state: 'New',
    waitsFor: 'its operator to look at it',
    since: metadata.creationTimestamp,
    nextActor: operator('hypershift', 'is it running?'),
  }),
})
