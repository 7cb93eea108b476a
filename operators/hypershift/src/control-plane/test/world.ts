import {
  ControlPlaneComponent,
  HostedControlPlane,
  hypershiftKinds,
  Namespace,
  openShiftRouteKinds,
  Secret,
} from '@skep/api'
import type { VirtualClock } from '@skep/base'
import type { Client, Draft, Stored } from '@skep/client'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import {
  conditionsOf,
  type Management,
  runControllers,
  startManagement,
  startNodes,
  written,
} from '../../test/management.ts'
import { addControlPlaneControllers } from '../index.ts'
import { specOn } from './specs.ts'

/** Namespace of the control plane that tests look at. */
export const NAMESPACE = 'clusters-demo'
const REF = { namespace: NAMESPACE, name: 'demo' }

/** A management cluster with the controllers of control planes on it, whose time is the test's. */
export interface World extends Management {
  readonly clock: VirtualClock
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
  const management = await startManagement({ kinds: [...hypershiftKinds, ...openShiftRouteKinds] })
  const { client, behaviours } = management
  if (delaySeconds !== undefined) behaviours.setDelay('HostedCluster', CLUSTER, { delaySeconds })
  if (pods) await startNodes(client, management.clock, { initMs: 100, stopMs: 100 })
  await client.create(Namespace, { metadata: { name: CLUSTER.namespace } })
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  const read = async () => {
    const found = await client.get(HostedControlPlane, REF)
    if (!found) throw new Error('there is no control plane')
    return found
  }
  let starts = 0
  return {
    ...management,
    clock: management.serverClock,
    ...conditionsOf(read),
    start: async () =>
      runControllers(management, starts++, { controlPlanePods: pods, routes }, (parts) => ({
        before: addControlPlaneControllers(parts),
      })),
    make: (changes) => makeControlPlane(client, changes),
    controlPlane: read,
    component: async (name) => {
      const status = (await client.get(ControlPlaneComponent, { namespace: NAMESPACE, name }))?.status
      const of = (type: string) => written(status?.conditions?.find((condition) => condition.type === type))
      return status && [of('Available'), of('RolloutComplete'), status.version].filter(Boolean).join(' ')
    },
  }
}

const CLUSTER = { namespace: 'clusters', name: 'demo' }

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
