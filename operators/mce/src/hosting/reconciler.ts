import { HostedCluster, Klusterlet, ManagedCluster, Secret } from '@skep/api'
import { StatusError } from '@skep/base'
import { type ObjectChange, type ObjectRef, objectKey, type Stored } from '@skep/client'
import {
  dropFinalizer,
  isConditionTrue,
  type KeysOf,
  labelledKey,
  type Reconciler,
  type Result,
  watchOf,
} from '@skep/controller'
import {
  ANNOTATIONS,
  clusterOfKlusterlet,
  controlPlaneNamespace,
  FINALIZERS,
  klusterletName,
  LABELS,
} from '../names.ts'
import type { MceParts } from '../parts.ts'
import { managedClusterName, NamespaceMetadata, SELECT } from '../views.ts'
import { isHostedAvailable } from './auto-import.ts'
import { ensureClaim } from './claims.ts'
import { type CopiedSecrets, createCopiedSecrets } from './copied.ts'
import { ofSource, removeMirrors } from './secrets.ts'

type Hosted = Stored<HostedCluster>

const SOON_MS = 1_000
const RETRY_MS = 60_000

/** Adds the controller that stands between hosted clusters and the managed clusters they are. */
export function addHostedClusterController(parts: MceParts): void {
  const hostedOf = (cluster: string | undefined): ObjectRef[] => {
    const hosted = cluster === undefined ? undefined : parts.views.hostedClusterOf(cluster)
    return hosted ? [hosted.metadata] : []
  }
  const isHosted = (hosted: ObjectRef): boolean => parts.views.hostedClusters.get(hosted) !== undefined
  // Copies of a cluster that went while nobody looked are all that is left to tell of it; those of others are restored.
  const isOdd = ({ type, object }: ObjectChange<Secret>): boolean =>
    type !== 'updated' && [...ofMirror(object)].every((hosted) => isHosted(hosted) === (type === 'deleted'))
  const ofKlusterlet: KeysOf = ({ metadata }) => hostedOf(clusterOfKlusterlet(metadata.name))
  const ofAgentsSecret: KeysOf = ({ metadata }) => hostedOf(clusterOfKlusterlet(metadata.namespace ?? ''))
  parts.manager.add({
    name: 'hypershift-addon',
    kind: HostedCluster,
    when: concerns,
    watches: [
      watchOf(NamespaceMetadata, ofKlusterlet, { when: ({ type }) => type === 'added' }),
      watchOf(Klusterlet, ofKlusterlet, { when: becameApplied }),
      watchOf(Secret, ofMirror, { ...SELECT.mirrors, when: isOdd }),
      watchOf(Secret, ofAgentsSecret, { ...SELECT.externalKubeconfigs, when: ({ type }) => type === 'deleted' }),
      watchOf(Secret, (secret) => [...ofSource(secret)].filter(isHosted)),
    ],
    workers: 4,
    reconcile: hostedClusterReconciler(parts, createCopiedSecrets(parts)),
  })
}

const ofMirror = labelledKey({ name: LABELS.mirroredName, namespace: LABELS.mirroredNamespace })

/** From then on, the cluster knows of claims. */
const becameApplied = (change: ObjectChange<Klusterlet>): boolean =>
  isApplied(change.object) && (change.type !== 'updated' || !isApplied(change.previous))

const isApplied = ({ status }: Klusterlet): boolean => isConditionTrue(status?.conditions, 'Applied')

/** Whether a change of a hosted cluster matters to the one who manages it. */
const concerns = (change: ObjectChange<HostedCluster>): boolean =>
  change.type !== 'updated' || factsOf(change.object) !== factsOf(change.previous)

const factsOf = (hosted: Hosted): string =>
  JSON.stringify([
    managedClusterName(hosted),
    hosted.metadata.deletionTimestamp,
    isHostedAvailable(hosted),
    isInstalled(hosted),
    hosted.status?.kubeadminPassword,
    hosted.status?.kubeconfig,
  ])

const isInstalled = ({ status }: HostedCluster): boolean =>
  (status?.version?.history ?? []).some(({ state }) => state === 'Completed')

const hostedClusterReconciler =
  (parts: MceParts, copied: CopiedSecrets): Reconciler =>
  async (_ctx, key) => {
    const hosted = parts.views.hostedClusters.get(key)
    if (!hosted) {
      copied.forget(key)
      return forget(parts, key)
    }
    if (hosted.metadata.deletionTimestamp !== undefined) {
      await letGo(parts, key, managedClusterName(hosted))
      return {}
    }
    if (!isHostedAvailable(hosted)) return {}
    // The copies have a place as soon as the hosting cluster is managed itself.
    if (!parts.views.namespaces.get({ name: parts.options.hostingCluster })) return { requeueAfterMs: SOON_MS }
    await copied.ensure(hosted)
    return isInstalled(hosted) ? claimHosted(parts, hosted) : {}
  }

/** The name under which a hosted cluster was managed is on the copies of its secrets. */
async function forget(parts: MceParts, key: ObjectRef): Promise<Result> {
  const [mirror] = parts.views.mirrorsOf(key)
  await letGo(parts, key, mirror?.metadata.annotations?.[ANNOTATIONS.managedClusterName] ?? key.name)
  await removeMirrors(parts, key)
  return {}
}

/** Detaches the managed cluster of a hosted one that goes; nothing has to be cleaned up in what is going anyway. */
async function letGo({ client, views }: MceParts, key: ObjectRef, name: string): Promise<void> {
  // Hosted clusters of the same name may be in several namespaces; one of them is managed.
  const managed = views.hostedClusterOf(name)
  if (managed && objectKey(managed.metadata) !== objectKey(key)) return
  const cluster = views.clusters.get({ name })
  const { annotations, deletionTimestamp, uid } = cluster?.metadata ?? {}
  const isOurs = annotations?.[ANNOTATIONS.deployMode] === 'Hosted' && annotations[ANNOTATIONS.createdVia] !== 'hive'
  if (uid !== undefined && deletionTimestamp === undefined && isOurs) {
    await client.delete(ManagedCluster, { name }, { preconditions: { uid } })
  }
  const klusterlet = views.klusterlets.get({ name: klusterletName(name) })
  if (klusterlet) await dropFinalizer(client, Klusterlet, klusterlet, FINALIZERS.klusterletHosted)
}

/** Lets a cluster say of itself that it is hosted, as soon as it knows of claims. */
async function claimHosted({ apis, agents }: MceParts, hosted: Hosted): Promise<Result> {
  const api = apis.get(controlPlaneNamespace(hosted.metadata))
  try {
    if (api) await ensureClaim(api.client, 'hostedcluster.hypershift.openshift.io', 'true')
    agents.lookAgain(managedClusterName(hosted))
    return {}
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return { requeueAfterMs: RETRY_MS }
    throw error
  }
}
