import {
  ControlPlaneComponent,
  HostedControlPlane,
  hypershiftKinds,
  Namespace,
  openShiftRouteKinds,
  Secret,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, type Draft, inProcessTransport, type Stored } from '@skep/client'
import { createManager } from '@skep/controller'
import { type Behaviours, createBehaviours, createHostedApis, createSimulatedNodes, type HostedApis } from '@skep/sim'
import { onTestFinished } from 'vitest'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import { createReleases } from '../../releases/index.ts'
import { addControlPlaneControllers, HYPERSHIFT_BEHAVIOUR_KINDS } from '../index.ts'
import { specOn } from './specs.ts'

/** Namespace of the control plane that tests look at. */
export const NAMESPACE = 'clusters-demo'
const REF = { namespace: NAMESPACE, name: 'demo' }

/** A management cluster with the controllers of control planes on it, whose time is the test's. */
export interface World {
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  readonly apis: HostedApis
  /** Starts the controllers; they are stopped after the test, or by what is returned. */
  start(): Promise<() => Promise<void>>
  /** Makes the control plane, as the controller of hosted clusters would. */
  make(changes?: ControlPlaneChanges): Promise<void>
  controlPlane(): Promise<Stored<HostedControlPlane>>
  /** `Status/Reason` of a condition of the control plane. */
  condition(type: string): Promise<string | undefined>
  /** Message of a condition of the control plane. */
  message(type: string): Promise<string | undefined>
  /** `Available RolloutComplete` of a component, each as `Status/Reason`, and its version. */
  component(name: string): Promise<string | undefined>
  seconds(count: number): Promise<void>
}

/** What a control plane says otherwise than usual. */
export interface ControlPlaneChanges {
  readonly spec?: Partial<HostedControlPlane['spec']>
  readonly annotations?: Record<string, string>
}

interface WorldOptions {
  /** Whether control planes have pods; they have not unless told. */
  readonly pods?: boolean
  /** Whether the management cluster knows routes; it does unless told. */
  readonly routes?: boolean
  /** How long each stage takes; as usual unless given. */
  readonly delaySeconds?: number
}

/** Starts one; it is gone after the test. */
export async function startWorld({ pods = false, routes = true, delaySeconds }: WorldOptions = {}): Promise<World> {
  const clock = new VirtualClock()
  const random = createRandom(1)
  const server = await startApiServer({ clock, random, kinds: [...hypershiftKinds, ...openShiftRouteKinds] })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const behaviours = createBehaviours({ kinds: HYPERSHIFT_BEHAVIOUR_KINDS, config: { seed: 1 }, clock })
  if (delaySeconds !== undefined) behaviours.setDelay('HostedCluster', CLUSTER, { delaySeconds })
  const apis = createHostedApis({ server, clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  if (pods) await startNodes(client, clock)
  await client.create(Namespace, { metadata: { name: CLUSTER.namespace } })
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  const read = async () => {
    const found = await client.get(HostedControlPlane, REF)
    if (!found) throw new Error('there is no control plane')
    return found
  }
  const find = async (type: string) => (await read()).status?.conditions?.find((condition) => condition.type === type)
  return {
    client,
    clock,
    behaviours,
    apis,
    start: () => startControllers({ client, behaviours, apis, clock, random, log: silentLogger, routes }, pods),
    make: (changes) => makeControlPlane(client, changes),
    controlPlane: read,
    condition: async (type) => written(await find(type)),
    message: async (type) => (await find(type))?.message,
    component: async (name) => {
      const status = (await client.get(ControlPlaneComponent, { namespace: NAMESPACE, name }))?.status
      const of = (type: string) => written(status?.conditions?.find((condition) => condition.type === type))
      return status && [of('Available'), of('RolloutComplete'), status.version].filter(Boolean).join(' ')
    },
    seconds: (count) => clock.advance(count * 1_000),
  }
}

const CLUSTER = { namespace: 'clusters', name: 'demo' }

const written = (condition: { status: string; reason: string } | undefined): string | undefined =>
  condition && `${condition.status}/${condition.reason}`

async function startNodes(client: Client, clock: VirtualClock): Promise<void> {
  const nodes = createSimulatedNodes({
    client,
    clock,
    random: createRandom(2),
    count: 3,
    resources: { cpu: '64', memory: '256Gi', pods: '500' },
    delays: { initMs: 100, stopMs: 100 },
  })
  await nodes.start()
  onTestFinished(() => nodes.stop())
}

async function startControllers(
  dependencies: Omit<
    Parameters<typeof addControlPlaneControllers>[0],
    'manager' | 'releases' | 'controlPlanePods' | 'ignitionAddress'
  >,
  controlPlanePods: boolean,
): Promise<() => Promise<void>> {
  const manager = createManager(dependencies, { name: 'hypershift' })
  const releases = createReleases()
  const parts = { ...dependencies, manager, releases, controlPlanePods, ignitionAddress: '127.0.0.1:22624' }
  const forget = addControlPlaneControllers(parts)
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  const stop = async () => {
    forget()
    stopping.abort()
    await running
  }
  onTestFinished(stop)
  return stop
}

async function makeControlPlane(client: Client, { spec, annotations }: ControlPlaneChanges = {}): Promise<void> {
  await client.create(Secret, {
    metadata: { namespace: NAMESPACE, name: 'pull-secret' },
    stringData: { '.dockerconfigjson': '{}' },
  })
  const draft: Draft<HostedControlPlane> = {
    metadata: {
      ...REF,
      annotations: { [HOSTED_CLUSTER_ANNOTATION]: `${CLUSTER.namespace}/${CLUSTER.name}`, ...annotations },
    },
    spec: { ...specOn('None'), ...spec },
  }
  await client.create(HostedControlPlane, draft)
}
