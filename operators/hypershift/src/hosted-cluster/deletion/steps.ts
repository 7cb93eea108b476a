import {
  ClusterApiCluster,
  ConfigMap,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  Namespace,
  NodePool,
  Secret,
} from '@skep/api'
import { parseGoDuration } from '@skep/base'
import { type ClientKind, type ObjectRef, objectKey, type Stored } from '@skep/client'
import { dropFinalizer } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import { ANNOTATIONS as CONTROL_PLANE_ANNOTATIONS } from '../../control-plane/keys.ts'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import { capiClusterOf, pauseCapiCluster } from '../capi-cluster.ts'
import { platformOf } from '../infrastructure/platforms.ts'
import { ANNOTATIONS, COMPONENT_FINALIZER, referencedBy } from '../keys.ts'
import { namespaceOwner } from '../namespace.ts'
import { INDEX } from '../reads.ts'
import { conditionOf, type Scope, state } from '../scope.ts'
import { MACHINE_COMPONENTS } from '../workloads/deployments.ts'
import { revokeRbac } from '../workloads/rbac.ts'

/** What deletion waits for. */
export interface Wait {
  /** One word for programs, such as `WaitingForCluster`. */
  readonly reason: string
  /** For people. */
  readonly message: string
  /** When to look again, where nothing tells that it is over. */
  readonly remainingMs?: number
  /** Whether somebody looks again only to say more: no simulation has to hurry for that. */
  readonly isRoutine?: boolean
}

/** How often somebody looks what is left in a namespace. */
const LOOK_AGAIN_MS = 15_000

/** One step of deletion; undefined lets the next one come. */
export type DeletionStep = (scope: Scope) => Promise<Wait | undefined>

/** Deletes an object if it is there and not going yet, and says what holds it. The server is asked: a copy may be behind. */
async function removeAndAwait<T extends KubeObject>(
  { parts }: Scope,
  kind: ClientKind<T>,
  ref: ObjectRef,
): Promise<Wait | undefined> {
  const object = await parts.client.get(kind, ref)
  if (!object) return undefined
  const { uid } = object.metadata
  if (object.metadata.deletionTimestamp === undefined) {
    await parts.client.delete(kind, ref, { preconditions: { uid }, propagationPolicy: 'Background' })
    if (!(await parts.client.get(kind, ref))) return undefined
  }
  return waitFor(kind, object)
}

function waitFor({ kind }: ClientKind, { metadata }: Stored): Wait {
  const { finalizers = [] } = metadata
  const held = finalizers.length > 0 ? `, which is held by ${finalizers.join(', ')}` : ''
  return { reason: `WaitingFor${kind}`, message: `Waiting for ${kind} ${objectKey(metadata)} to go${held}` }
}

/** The Cluster of Cluster API, if it is known to have been told to go. */
export function goingCluster(scope: Scope): Stored<ClusterApiCluster> | undefined {
  const cluster = capiClusterOf(scope)
  const { deletionTimestamp, annotations } = cluster?.metadata ?? {}
  const isOurs = annotations?.[HOSTED_CLUSTER_ANNOTATION] === objectKey(scope.hostedCluster.metadata)
  return deletionTimestamp !== undefined && isOurs ? cluster : undefined
}

/** Waits for that one without asking: when it is gone, a watch tells, and then the server is asked. */
export const awaitCluster =
  (cluster: Stored<ClusterApiCluster>): DeletionStep =>
  async () =>
    waitFor(ClusterApiCluster, cluster)

/** Cluster API removes nothing while it is paused. */
export const unpause: DeletionStep = async (scope) => {
  await pauseCapiCluster(scope, false)
  return undefined
}

/** The control plane is told to clean up in the cloud before it goes. */
export const handOnCleanup: DeletionStep = async ({ parts, hostedCluster, controlPlane }) => {
  const key = CONTROL_PLANE_ANNOTATIONS.cleanupCloudResources
  if (hostedCluster.metadata.annotations?.[key] !== 'true') return undefined
  if (!controlPlane || controlPlane.metadata.annotations?.[key] === 'true') return undefined
  const body = { metadata: { annotations: { [key]: 'true' } } }
  await parts.client.patch(HostedControlPlane, controlPlane.metadata, { type: 'merge', body })
  return undefined
}

/** As the server has them: one that has just been made must not be left behind. */
async function poolsOf({ parts, hostedCluster: { metadata } }: Scope): Promise<Stored<NodePool>[]> {
  const { items } = await parts.client.list(NodePool, { namespace: metadata.namespace })
  return items.filter(({ spec }) => spec.clusterName === metadata.name)
}

/** Deletes all pools of nodes. Their machines go with the Cluster, so nobody waits here. */
export const deleteNodePools: DeletionStep = async (scope) => deleteAll(scope, await poolsOf(scope))

/** The same for those that are known, as long as there will be another look at the others. */
export const deleteKnownNodePools: DeletionStep = async (scope) => {
  const { nodePools } = scope.parts.reads
  return deleteAll(scope, nodePools.find(INDEX.hostedCluster, objectKey(scope.hostedCluster.metadata)))
}

async function deleteAll({ parts }: Scope, pools: readonly Stored<NodePool>[]): Promise<undefined> {
  for (const { metadata } of pools) {
    if (metadata.deletionTimestamp !== undefined) continue
    await parts.client.delete(NodePool, metadata, { preconditions: { uid: metadata.uid } })
  }
}

/** Waits until the pools are gone as well, so that whoever waits for the cluster finds nothing of it. */
export const awaitNodePools: DeletionStep = async (scope) => {
  const names = (await poolsOf(scope)).map(({ metadata }) => metadata.name)
  if (names.length === 0) return undefined
  return { reason: 'WaitingForNodePool', message: `Waiting for NodePools to go: ${names.sort().join(', ')}` }
}

/** Cluster API removes machines, then the control plane, then the provider's part. */
export const deleteCapiCluster: DeletionStep = async (scope) => {
  const name = scope.hostedCluster.spec.infraID
  return name ? removeAndAwait(scope, ClusterApiCluster, { namespace: scope.namespace, name }) : undefined
}

/** With the machines gone, those who removed them may go. */
export const releaseDeployments: DeletionStep = async ({ parts, namespace }) => {
  for (const name of MACHINE_COMPONENTS) {
    const deployment = parts.reads.deployments.get({ namespace, name })
    if (deployment) await dropFinalizer(parts.client, Deployment, deployment, COMPONENT_FINALIZER)
  }
  return undefined
}

/** Takes back what is outside the namespace of the control plane. */
export const removeRights: DeletionStep = async (scope) => {
  await platformOf(scope.hostedCluster).removeCredentials?.(scope)
  await revokeRbac(scope)
  return undefined
}

/** Deletes the control plane where Cluster API did not. */
export const deleteControlPlane: DeletionStep = async (scope) =>
  removeAndAwait(scope, HostedControlPlane, { namespace: scope.namespace, name: scope.hostedCluster.metadata.name })

/** Awaited, so that a cluster of the same name finds no namespace that is still going. */
export const deleteNamespace: DeletionStep = async (scope) => {
  if (scope.hostedCluster.metadata.annotations?.[ANNOTATIONS.keepNamespace] === 'true') return undefined
  const wait = await removeAndAwait(scope, Namespace, { name: scope.namespace })
  if (!wait) return undefined
  const message = [wait.message, ...leftIn(scope)].join('; ')
  return { ...wait, message, remainingMs: LOOK_AGAIN_MS, isRoutine: true }
}

/** What keeps the namespace from going, in its own words, which it has once it has tried. */
function leftIn({ parts, namespace }: Scope): string[] {
  const { conditions = [] } = parts.reads.namespaces.get({ name: namespace })?.status ?? {}
  return conditions.flatMap(({ status, message }) => (status === 'True' && message ? [message] : []))
}

/** Whose namespace it is that the control plane would be in, as the server has it. */
export async function whoseNamespace({ parts, namespace, hostedCluster }: Scope): Promise<'own' | 'foreign' | 'none'> {
  const owner = namespaceOwner(await parts.client.get(Namespace, { name: namespace }))
  if (owner === undefined) return 'none'
  return owner === objectKey(hostedCluster.metadata) ? 'own' : 'foreign'
}

/** Takes the marks off what the cluster named. */
export const unmarkReferences: DeletionStep = async ({ parts, hostedCluster: { metadata } }) => {
  const key = referencedBy(metadata.name)
  const { namespace } = metadata
  const isMarked = ({ metadata: { annotations } }: Stored) => annotations?.[key] !== undefined
  const patch = { type: 'merge', body: { metadata: { annotations: { [key]: null } } } } as const
  for (const secret of (await parts.client.list(Secret, { namespace })).items.filter(isMarked)) {
    await parts.client.patch(Secret, secret.metadata, patch)
  }
  for (const configMap of (await parts.client.list(ConfigMap, { namespace })).items.filter(isMarked)) {
    await parts.client.patch(ConfigMap, configMap.metadata, patch)
  }
  return undefined
}

/** Keeps the object for a while after everything is gone, for those who want to look at it. */
export const awaitGracePeriod: DeletionStep = async (scope) => {
  const text = scope.hostedCluster.metadata.annotations?.[ANNOTATIONS.destroyGracePeriod]
  const graceMs = parseGoDuration(text ?? '') ?? 0
  if (graceMs === 0) return undefined
  const type = 'HostedClusterDestroyed'
  const reason = 'WaitingForGracePeriod'
  state(scope, { type, status: 'True', reason, message: `Grace period set: ${text}` })
  const since = Date.parse(conditionOf(scope, type)?.lastTransitionTime ?? '')
  const remainingMs = since + graceMs - scope.now
  if (remainingMs <= 0) return undefined
  return { reason, message: `Waiting for the grace period of ${text} to end`, remainingMs }
}

/** Whether everything was gone before, so that only the grace period may be left. */
export const isDestroyed = (scope: Scope): boolean => conditionOf(scope, 'HostedClusterDestroyed')?.status === 'True'

/** The cluster as it is on the server; undefined when it is gone, or another has its name. */
export async function confirm({
  parts,
  hostedCluster: { metadata },
}: Scope): Promise<Stored<HostedCluster> | undefined> {
  const found = await parts.client.get(HostedCluster, metadata)
  return found?.metadata.uid === metadata.uid ? found : undefined
}
