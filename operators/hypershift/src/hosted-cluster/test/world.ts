import {
  clusterApiKinds,
  HostedCluster,
  HostedControlPlane,
  hypershiftKinds,
  infrastructureProviderKinds,
  Namespace,
  openShiftRouteKinds,
  Secret,
} from '@skep/api'
import { formatTime, type Logger, silentLogger, type VirtualClock } from '@skep/base'
import type { Client, ClientKind, Stored } from '@skep/client'
import type { Condition, KubeObject } from '@skep/schema'
import { conditionsOf, type Management, runControllers, startManagement } from '../../test/management.ts'
import { addHostedClusterControllers } from '../index.ts'
import { CONTROL_PLANE, hostedClusterSpec, NAMESPACE, type PlatformName } from './samples.ts'

const KINDS = [...hypershiftKinds, ...clusterApiKinds, ...infrastructureProviderKinds]

/** A management cluster with the controller of hosted clusters, whose control planes are the test's to play. */
export interface HostedClusterWorld extends Management {
  readonly clock: VirtualClock
  /** Starts the controller; it stops after the test, or when told to. */
  start(): Promise<{ stop(): Promise<void> }>
  /** Orders a hosted cluster called `demo`, with what it needs. */
  order(platform: PlatformName, changes?: OrderChanges): Promise<void>
  /** Changes it by a merge patch. */
  change(body: { metadata?: object; spec?: object }): Promise<void>
  hostedCluster(): Promise<Stored<HostedCluster>>
  /** `status/reason` of a condition. */
  condition(type: string): Promise<string | undefined>
  message(type: string): Promise<string | undefined>
  controlPlane(): Promise<Stored<HostedControlPlane> | undefined>
  /** Has the control plane report something, conditions as `status/reason message`. */
  report(status: object, conditions?: Readonly<Record<string, string>>): Promise<void>
  /** Something in the namespace of the control plane. */
  made<T extends KubeObject>(kind: ClientKind<T>, name: string): Promise<Stored<T> | undefined>
}

/** What an order says otherwise than usual. */
export interface OrderChanges {
  readonly spec?: object
  readonly annotations?: Record<string, string>
  readonly labels?: Record<string, string>
  /** False leaves the pull secret out. */
  readonly pullSecret?: boolean
}

/** Starts one; it is gone after the test. */
export async function startHostedClusterWorld({
  controlPlanePods = false,
  routes = true,
  log = silentLogger,
}: {
  /** Off unless given, since most tests have nothing to do with them. */
  controlPlanePods?: boolean
  routes?: boolean
  log?: Logger
} = {}): Promise<HostedClusterWorld> {
  const management = await startManagement({ kinds: [...KINDS, ...(routes ? openShiftRouteKinds : [])] })
  const { client, serverClock: clock } = management
  const ref = { namespace: NAMESPACE, name: 'demo' }
  const hostedCluster = async () => (await client.get(HostedCluster, ref)) ?? missing()
  let starts = 0
  return {
    ...management,
    clock: management.serverClock,
    ...conditionsOf(hostedCluster),
    start: async () => {
      const stop = runControllers(management, starts++, { controlPlanePods, routes, log }, (parts) => {
        addHostedClusterControllers(parts)
        return {}
      })
      await clock.settle()
      return { stop }
    },
    order: async (platform, changes = {}) => {
      await order(client, platform, changes)
      await clock.advance(100)
    },
    change: async (body) => {
      await client.patch(HostedCluster, ref, { type: 'merge', body })
      await clock.advance(100)
    },
    hostedCluster,
    controlPlane: () => client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: 'demo' }),
    report: async (status, conditions = {}) => {
      await report(client, clock.now(), status, conditions)
      await clock.advance(100)
    },
    made: (kind, name) => client.get(kind, { namespace: CONTROL_PLANE, name }),
  }
}

const missing = (): never => {
  throw new Error('there is no hosted cluster')
}

async function order(
  client: Client,
  platform: PlatformName,
  { spec = {}, annotations = {}, labels = {}, pullSecret = true }: OrderChanges,
): Promise<void> {
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  await client.create(Namespace, { metadata: { name: 'agents' } })
  if (pullSecret) {
    await client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'demo-pull' },
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': '{"auths":{}}' },
    })
  }
  await client.create(HostedCluster, {
    metadata: { namespace: NAMESPACE, name: 'demo', annotations, labels },
    spec: hostedClusterSpec(platform, spec),
  })
}

/** Writes the status of the control plane; what it says by a patch could not be null. */
async function report(
  client: Client,
  now: number,
  status: object,
  conditions: Readonly<Record<string, string>>,
): Promise<void> {
  const controlPlane = await client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: 'demo' })
  if (!controlPlane) throw new Error('there is no control plane')
  const former = controlPlane.status
  const stated = Object.entries(conditions).map(([type, text]): Condition => {
    const [, value = 'Unknown', reason = '', message = ''] = /^(\w+)\/(\w+) ?(.*)$/.exec(text) ?? []
    return { type, status: value as Condition['status'], reason, message, lastTransitionTime: formatTime(now) }
  })
  const others = (former?.conditions ?? []).filter(({ type }) => conditions[type] === undefined)
  const flags = { ready: false, initialized: false }
  await client.updateStatus(HostedControlPlane, {
    ...controlPlane,
    // What the test says is JSON of the right form.
    status: { ...flags, ...former, ...status, conditions: [...others, ...stated] } as HostedControlPlane['status'],
  })
}
