import { type ClusterDeployment, Node } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { tenantIdOf } from '../remote-clusters.ts'
import type { Machines } from './infrastructure.ts'
import type { SimulationParts } from './simulated-installer.ts'

/** How long machines take to do what they are told. */
export interface MachineDelays {
  readonly stopMs: number
  readonly startMs: number
}

const POWER = 'sim.skep.dev/power'
const CHANGED_AT = 'sim.skep.dev/power-changed-at'

type Power = 'on' | 'off'

/** Machines are known by their nodes, which keep whether they are on, so that a restart finds them as they were. */
export function createSimulatedMachines(
  { tenants, clock }: SimulationParts,
  { stopMs, startMs }: MachineDelays,
): Machines {
  const clientOf = (deployment: Stored<ClusterDeployment>): Client | undefined =>
    tenants.get(tenantIdOf(deployment) ?? '')?.client
  const nodesOf = async (deployment: Stored<ClusterDeployment>) => (await clientOf(deployment)?.list(Node))?.items ?? []

  const turn = async (deployment: Stored<ClusterDeployment>, power: Power): Promise<void> => {
    const client = clientOf(deployment)
    for (const node of client ? await nodesOf(deployment) : []) {
      if (powerOf(node) === power) continue
      const annotations = { [POWER]: power, [CHANGED_AT]: String(clock.now()) }
      await client?.patch(Node, node.metadata, { type: 'merge', body: { metadata: { annotations } } })
    }
  }
  /** Nodes follow their machines when their time has come. Names those whose time has not. */
  const settle = async (deployment: Stored<ClusterDeployment>, power: Power, delayMs: number): Promise<string[]> => {
    const client = clientOf(deployment)
    const waiting: string[] = []
    for (const node of await nodesOf(deployment)) {
      const changedAt = changedAtOf(node)
      if (powerOf(node) !== power || changedAt + delayMs > clock.now()) waiting.push(node.metadata.name)
      else if (client && changedAt > 0) await report(client, node, power, clock.now())
    }
    return waiting.sort()
  }
  return {
    stop: (deployment) => turn(deployment, 'off'),
    start: (deployment) => turn(deployment, 'on'),
    notStopped: (deployment) => settle(deployment, 'off', stopMs),
    notRunning: (deployment) => settle(deployment, 'on', startMs),
  }
}

const powerOf = ({ metadata }: Stored<Node>): Power => (metadata.annotations?.[POWER] === 'off' ? 'off' : 'on')

/** When a machine was last turned off or on; 0 for one that never was, which is on and reports for itself. */
const changedAtOf = ({ metadata }: Stored<Node>): number => Number(metadata.annotations?.[CHANGED_AT] ?? 0)

/** A node whose machine is off is one that nobody hears of. */
async function report(client: Client, node: Stored<Node>, power: Power, now: number): Promise<void> {
  const status = power === 'on' ? 'True' : 'Unknown'
  const former = node.status?.conditions?.find(({ type }) => type === 'Ready')
  if (former?.status === status) return
  const time = formatTime(now)
  const ready = {
    type: 'Ready',
    status,
    reason: power === 'on' ? 'KubeletReady' : 'NodeStatusUnknown',
    message: power === 'on' ? 'kubelet is posting ready status' : 'Kubelet stopped posting node status.',
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  }
  const others = (node.status?.conditions ?? []).filter(({ type }) => type !== 'Ready')
  const body = { status: { conditions: [...others, ready] } }
  await client.patch(Node, node.metadata, { type: 'merge', body }, { subresource: 'status' })
}
