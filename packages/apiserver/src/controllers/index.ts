import type { Pod } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import type { CertificateAuthority } from '@skep/base/x509'
import type { Store } from '@skep/store'
import type { TokenKey } from '../auth/authn/jwt.ts'
import type { Authorize } from '../auth/authz/attributes.ts'
import { parseBucketName } from '../clusters/bucket-names.ts'
import type { Clusters } from '../clusters/clusters.ts'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { ClusterView } from '../contracts.ts'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import { inherit, type Overlay, visibleEvent } from '../registry/overlaid-bucket.ts'
import { bindPod } from '../registry/subresources/pod-binding.ts'
import { defaultAccountController } from './accounts/default-account.ts'
import { rootCertificateController } from './accounts/root-certificate.ts'
import { tokenSecretController } from './accounts/token-secrets.ts'
import { clusterInfoSigner } from './bootstrap/cluster-info.ts'
import { tokenCleaner } from './bootstrap/token-cleaner.ts'
import { certificateController } from './certificates.ts'
import type { ControllerContext, ControllerDefinition } from './controller.ts'
import { disruptionController } from './disruption/disruption-budget.ts'
import { eventExpiryController } from './event-expiry.ts'
import { EventRecorder } from './event-recorder.ts'
import { flowSchemaController } from './flow-schemas.ts'
import { garbageCollector } from './garbage-collector/garbage-collector.ts'
import { namespaceController } from './namespace/namespace.ts'
import { endpointMirroringController } from './network/endpoint-mirroring.ts'
import { endpointSliceController } from './network/endpoint-slices.ts'
import { endpointsController } from './network/endpoints.ts'
import { csrApprovalController } from './nodes/csr-approval.ts'
import { nodeLifecycleController } from './nodes/node-lifecycle.ts'
import { podGarbageCollector } from './nodes/pod-gc.ts'
import { taintEvictionController } from './nodes/taint-eviction.ts'
import { resourceQuotaController } from './resource-quota.ts'
import { PODS } from './resources.ts'
import { roleAggregationController } from './role-aggregation.ts'
import { ControllerRuntime } from './runtime.ts'
import { schedulerController } from './scheduling/scheduler.ts'
import { volumeBinder } from './storage/binder.ts'
import { ephemeralVolumeController } from './storage/ephemeral-volumes.ts'
import { claimProtectionController, volumeProtectionController } from './storage/protection.ts'
import { createStorageIndexes, type StorageIndexes } from './storage/scope.ts'
import { storageMigrationController } from './storage-migration.ts'
import { createWorkloadIndexes, type WorkloadIndexes } from './workloads/indexes.ts'
import { workloadControllers } from './workloads/workloads.ts'

/** What the controllers need of the server that they belong to. */
export interface ControllerDependencies {
  store: Store
  clusters: Clusters
  overlays: ReadonlyMap<string, Overlay>
  clock: Clock
  random: Random
  log: Logger
  /** Certificate authority that clients verify the server with. */
  caPem: string
  tokenKey: TokenKey
  /** The authority that signs client certificates of a cluster. */
  authorityOf(clusterId: string): Promise<CertificateAuthority>
  /** Who may do what in a cluster. */
  authorizerOf(cluster: ClusterView): Authorize
  /** Where clients find a cluster: `https://127.0.0.1:6443/clusters/blue`. */
  urlOf(clusterId: string): string
  /** Names of controllers that do not run. */
  disabled?: readonly string[]
}

/** All controllers of the server, in no particular order: each stands alone. */
function definitions(
  context: ControllerContext,
  { clusters, caPem, tokenKey, authorityOf, authorizerOf, urlOf }: ControllerDependencies,
  indexes: WorkloadIndexes,
  storage: StorageIndexes,
): ControllerDefinition[] {
  return [
    namespaceController(context),
    garbageCollector(context),
    defaultAccountController(),
    rootCertificateController(caPem),
    tokenSecretController(tokenKey, caPem),
    roleAggregationController(),
    certificateController(context, authorityOf),
    csrApprovalController(context, authorizerOf),
    clusterInfoSigner(context, (clusterId) => ({ server: urlOf(clusterId), caPem })),
    tokenCleaner(context),
    resourceQuotaController(),
    eventExpiryController(context),
    flowSchemaController(context),
    storageMigrationController(context),
    ...workloadControllers(context, indexes),
    disruptionController(context, indexes),
    endpointsController(context, indexes),
    endpointSliceController(indexes),
    endpointMirroringController(indexes),
    nodeLifecycleController(context, indexes),
    taintEvictionController(context, indexes),
    podGarbageCollector(context, indexes),
    volumeBinder(context, storage),
    claimProtectionController(indexes),
    volumeProtectionController(),
    ephemeralVolumeController(context),
    schedulerController(context, async ({ id }, pod, nodeName) => bind(clusters.get(id), pod, nodeName)),
  ]
}

/** The controllers without those that are not wanted; throws for a name that none has. */
function enabled(all: readonly ControllerDefinition[], disabled: readonly string[]): ControllerDefinition[] {
  const names = all.map(({ name }) => name)
  const unknown = disabled.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new RangeError(`no controller is named "${unknown}"; there are ${names.toSorted().join(', ')}`)
  }
  return all.filter(({ name }) => !disabled.includes(name))
}

/** Binds as a scheduler does over HTTP; a cluster that is gone needs no more pods. */
async function bind(cluster: LogicalCluster | undefined, { metadata }: Pod, nodeName: string): Promise<void> {
  const resource = cluster?.resource(PODS)
  if (!cluster || !resource) return
  const { namespace = '', name = '', uid } = metadata
  const binding = { metadata: { name, ...(uid && { uid }) }, target: { kind: 'Node', name: nodeName } }
  await bindPod(cluster.target(resource), { namespace, name }, binding)
}

/** The controllers of all logical clusters, yet to be started; `stop()` waits for what they have in hand. */
export function createControllers(dependencies: ControllerDependencies): ControllerRuntime {
  const { store, clusters, overlays, clock, random, log } = dependencies
  const events = new EventRecorder({ clock, log })
  const context = { clock, random, log, events, cluster: (id: string) => clusters.get(id) }
  const indexes = createWorkloadIndexes()
  const storage = createStorageIndexes()
  return new ControllerRuntime(
    {
      ...context,
      store,
      clusterIds: () => [ROOT_CLUSTER, ...clusters.list()],
      // Of what every cluster has from the start, only namespaces ask for something to be made in them.
      sharedObjects: (clusterId) => {
        const stamp = clusters.stampOf(clusterId)
        return [...(overlays.get('/namespaces')?.values() ?? [])].map((entry) => ({
          at: { group: '', resource: 'namespaces' },
          entry: inherit(entry, stamp),
        }))
      },
      visible: (event) => {
        const content = parseBucketName(event.entry.bucket)
        const overlay = content && clusters.overlaysOf(content.clusterId).get(`${content.group}/${content.resource}`)
        if (!content || !overlay?.has(event.entry.key)) return event
        return visibleEvent(event, overlay, clusters.stampOf(content.clusterId))
      },
    },
    enabled(definitions(context, dependencies, indexes, storage), dependencies.disabled ?? []),
    [...Object.values(indexes), ...Object.values(storage)],
  )
}
