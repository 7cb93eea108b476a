import { Deployment, HostedCluster, Namespace, Node, NodePool, Pod } from '@skep/api'
import { type Client, type ClientKind, type ObjectRef, type Stored, waitFor } from '@skep/client'
import { controlPlaneNamespace } from '@skep/operator-hypershift'
import type { KubeObject } from '@skep/schema'
import { imageOf, POOLS, placeOrder, RELEASE } from './order.ts'
import { isAtVersion, isAvailable, isPoolSettled, isRolledOut } from './readings.ts'
import { enterTenant, type Scene, tenantOf } from './scene.ts'
import { getTable } from './tables.ts'

/** One thing that the demonstration does, and waits for. */
export interface Step {
  readonly title: string
  run(scene: Scene): Promise<void>
}

const WEB = { namespace: 'default', name: 'web' }
const SCALED_REPLICAS = POOLS.small.replicas + 1

/** From the order to a cluster that was used, scaled and upgraded. */
export const LIFE: readonly Step[] = [
  {
    title: 'order a hosted cluster and two node pools',
    run: ({ management, order }) => placeOrder(management, order),
  },
  {
    title: 'its control plane becomes available',
    run: async (scene) => {
      await until(scene, scene.management, HostedCluster, scene.order, isAvailable)
      await enterTenant(scene)
    },
  },
  {
    title: 'its nodes join',
    run: async (scene) => {
      await untilPoolsSettled(scene, RELEASE.first)
      await showNodes(scene)
    },
  },
  { title: 'the installation is complete', run: (scene) => untilAtVersion(scene, RELEASE.first) },
  { title: 'the tenant runs a workload', run: runWorkload },
  { title: `pool small grows to ${SCALED_REPLICAS} nodes`, run: scale },
  { title: `the control plane is upgraded to ${RELEASE.next}`, run: upgradeControlPlane },
  { title: 'the pools are upgraded: small by new machines, large in place', run: upgradePools },
]

/** The end of it. */
export const DEATH: Step = { title: 'everything is deleted', run: removeEverything }

async function runWorkload(scene: Scene): Promise<void> {
  const labels = { app: 'web' }
  const tenant = tenantOf(scene)
  await tenant.apply(Deployment, {
    metadata: WEB,
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  })
  await until(scene, tenant, Deployment, WEB, isRolledOut)
  await showPods(scene)
}

async function scale(scene: Scene): Promise<void> {
  const small = { namespace: scene.order.namespace, name: POOLS.small.name }
  await change(scene, NodePool, small, { replicas: SCALED_REPLICAS })
  await untilPoolsSettled(scene, RELEASE.first)
  await showNodes(scene)
}

async function upgradeControlPlane(scene: Scene): Promise<void> {
  await change(scene, HostedCluster, scene.order, { release: { image: imageOf(RELEASE.next) } })
  await untilAtVersion(scene, RELEASE.next)
}

/** Pools follow the control plane only when they are told to, each in its own way. */
async function upgradePools(scene: Scene): Promise<void> {
  for (const pool of poolsOf(scene)) await change(scene, NodePool, pool, { release: { image: imageOf(RELEASE.next) } })
  await untilPoolsSettled(scene, RELEASE.next)
  await until(scene, tenantOf(scene), Deployment, WEB, isRolledOut)
  await showNodes(scene)
}

async function removeEverything(scene: Scene): Promise<void> {
  const { management, order, progress, signal } = scene
  await management.delete(HostedCluster, order, { signal })
  await untilGone(scene, HostedCluster, order)
  for (const pool of poolsOf(scene)) await untilGone(scene, NodePool, pool)
  await untilGone(scene, Namespace, { name: controlPlaneNamespace(order) })
  const own = { name: order.namespace }
  await management.delete(Namespace, own, { signal })
  await untilGone(scene, Namespace, own)
  // Nobody can look there any more.
  delete progress.kubeconfig
  delete progress.shown
}

const poolsOf = ({ order: { namespace } }: Scene): ObjectRef[] =>
  Object.values(POOLS).map(({ name }) => ({ namespace, name }))

const change = <T extends KubeObject>(scene: Scene, kind: ClientKind<T>, ref: ObjectRef, spec: object) =>
  scene.management.patch(kind, ref, { type: 'merge', body: { spec } }, { signal: scene.signal })

async function until<T extends KubeObject>(
  { signal }: Scene,
  client: Client,
  kind: ClientKind<T>,
  ref: ObjectRef,
  isDone: (object: Stored<T>) => boolean,
): Promise<void> {
  await waitFor(client, kind, ref, (object) => object !== undefined && isDone(object), { signal })
}

const untilGone = (scene: Scene, kind: ClientKind, ref: ObjectRef) =>
  waitFor(scene.management, kind, ref, (object) => object === undefined, { signal: scene.signal })

const untilAtVersion = (scene: Scene, version: string) =>
  until(scene, scene.management, HostedCluster, scene.order, (hosted) => isAtVersion(hosted, version))

async function untilPoolsSettled(scene: Scene, version: string): Promise<void> {
  for (const pool of poolsOf(scene)) {
    await until(scene, scene.management, NodePool, pool, (object) => isPoolSettled(object, version))
  }
}

async function showNodes(scene: Scene): Promise<void> {
  const { signal, progress } = scene
  progress.shown = {
    command: `kubectl --kubeconfig ${progress.kubeconfig} get nodes`,
    output: await getTable(tenantOf(scene), Node, { signal }),
  }
}

async function showPods(scene: Scene): Promise<void> {
  const { signal, progress } = scene
  progress.shown = {
    command: `kubectl --kubeconfig ${progress.kubeconfig} get pods`,
    output: await getTable(tenantOf(scene), Pod, { namespace: WEB.namespace, signal }),
  }
}
