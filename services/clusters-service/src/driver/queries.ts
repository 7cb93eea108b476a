import {
  ClusterDeployment,
  ClusterDeprovision,
  ClusterProvision,
  HiveMachinePool,
  Namespace,
  Secret,
  SyncSet,
} from '@skep/api'
import type { Client, ClientKind } from '@skep/client'
import { asJson, type JsonObject, type KubeObject } from '@skep/schema'
import type { ClusterCredentials, ClusterLog } from '../driver-seam.ts'
import { nameOf, namespaceOf } from './manifests/order.ts'
import { textOf } from './observe/conditions.ts'
import { claimKindOf } from './shard/kinds.ts'
import { type ClusterScope, refOf } from './steps/scope.ts'

/** The part of a scope that questions need: they change nothing. */
export type QueryScope = Omit<ClusterScope, 'parts'>

/** The label by which Hive's objects name their ClusterDeployment. */
const DEPLOYMENT_LABEL = 'hive.openshift.io/cluster-deployment-name'

/** How to enter an installed cluster; undefined while there is no way in. */
export async function readCredentials(scope: QueryScope): Promise<ClusterCredentials | undefined> {
  const deployment = await readDeployment(scope)
  const metadata = deployment?.spec.clusterMetadata
  const kubeconfig = (await readSecret(scope, metadata?.adminKubeconfigSecretRef.name))?.['kubeconfig']
  if (kubeconfig === undefined) return undefined
  const admin = await readSecret(scope, metadata?.adminPasswordSecretRef?.name)
  const [user, password] = [admin?.['username'], admin?.['password']]
  return { kubeconfig, ...(user === undefined || password === undefined ? {} : { admin: { user, password } }) }
}

/** What the installer said, in its last attempt; undefined when there was none. */
export async function readInstallLog(scope: QueryScope): Promise<ClusterLog | undefined> {
  const { items } = await listOwn(scope, ClusterProvision)
  const last = items.reduce<ClusterProvision | undefined>(
    (latest, next) => (latest && latest.spec.attempt > next.spec.attempt ? latest : next),
    undefined,
  )
  return last && { content: last.spec.installLog ?? '' }
}

/** What is known of the removal; undefined when none has begun. */
export async function readUninstallLog(scope: QueryScope): Promise<ClusterLog | undefined> {
  const { order, session, signal } = scope
  const deprovision = await session.clients.hive.get(ClusterDeprovision, refOf(order), { signal })
  if (!deprovision) return undefined
  const { conditions = [], completed } = deprovision.status ?? {}
  const lines = conditions.map((condition) => `${condition.type}=${condition.status} ${textOf(condition)}`)
  return { content: [...lines, completed ? 'The cluster is removed' : 'The cluster is being removed', ''].join('\n') }
}

/** The objects on the shard that belong to a cluster, by `<plural>.<group>/<name>`. Secrets are not among them. */
export async function readLiveResources(scope: QueryScope): Promise<ReadonlyMap<string, JsonObject>> {
  const { order, session, signal } = scope
  const { hive, accounts } = session.clients
  const namespace = namespaceOf(order)
  const found = new Map<string, JsonObject>()
  const one = async <T extends KubeObject>(
    client: Client,
    kind: ClientKind<T>,
    ref: { namespace?: string; name: string },
  ) => add(found, kind, await client.get(kind, ref, { signal }))
  const all = async <T extends KubeObject>(kind: ClientKind<T>) => {
    for (const object of (await hive.list(kind, { namespace, signal })).items) add(found, kind, object)
  }
  await one(hive, Namespace, { name: namespace })
  await one(accounts, claimKindOf(order.shard.cloudProvider), refOf(order))
  await one(hive, ClusterDeployment, refOf(order))
  await all(ClusterProvision)
  await all(HiveMachinePool)
  await all(SyncSet)
  return found
}

function add(found: Map<string, JsonObject>, { plural, group }: ClientKind, object: KubeObject | undefined): void {
  if (!object) return
  const type = group === '' ? plural : `${plural}.${group}`
  // Objects from the wire are JSON; their types merely lack an index signature.
  found.set(`${type}/${object.metadata.name}`, asJson(object))
}

/** Deletes the ClusterDeployment, and only that. */
export async function dropDeployment({ order, session, signal }: QueryScope): Promise<void> {
  await session.clients.hive.delete(ClusterDeployment, refOf(order), { signal })
}

const readDeployment = async ({ order, session, signal }: QueryScope) =>
  session.deployments.get(refOf(order)) ?? session.clients.hive.get(ClusterDeployment, refOf(order), { signal })

const listOwn = <T extends KubeObject>({ order, session, signal }: QueryScope, kind: ClientKind<T>) =>
  session.clients.hive.list(kind, {
    namespace: namespaceOf(order),
    labelSelector: { [DEPLOYMENT_LABEL]: nameOf(order) },
    signal,
  })

async function readSecret(
  { order, session, signal }: QueryScope,
  name: string | undefined,
): Promise<Record<string, string> | undefined> {
  if (!name) return undefined
  const secret = await session.clients.hive.get(Secret, { namespace: namespaceOf(order), name }, { signal })
  if (!secret) return undefined
  const decode = (value: string) => Buffer.from(value, 'base64').toString('utf8')
  return Object.fromEntries(Object.entries(secret.data ?? {}).map(([key, value]) => [key, decode(value)]))
}
