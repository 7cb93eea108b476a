import type { ControlClient } from '@skep/sim'
import type { ClustersClient, OrderedCluster } from '../../clusters-client.ts'

/** One cluster of the demonstration. */
export interface DemoCluster {
  readonly name: string
  /** What is done to it, in words. */
  readonly plan: string
  /** The state in which it is meant to end. */
  readonly end: 'ready' | 'error'
  /** How it is now. */
  now: OrderedCluster
  /** When it got there, in milliseconds since the demonstration began; undefined while it is under way. */
  endedAfterMs?: number
}

/** What the demonstration works with. */
export interface DemoParts {
  readonly clusters: ClustersClient
  readonly simulation: ControlClient
  /** Part of the names of namespaces on the shard. */
  readonly environment: string
}

/** So many for each of four states: long enough to see the others end first. */
const SLOW_STATE_SECONDS = 3

/** A cluster whose provisioning has stopped is given up; any other failure might be over at the next attempt. */
const VPC_LIMIT = {
  state: 'Installing',
  condition: 'ProvisionStopped',
  reason: 'AWSVPCLimitExceeded',
  message: 'The account has no room for another VPC',
}

/** Orders three clusters: one that goes well, one that is slow, and one that fails. */
export async function orderThree(parts: DemoParts, suffix: string): Promise<DemoCluster[]> {
  const order = async (name: string, plan: string, end: DemoCluster['end']): Promise<DemoCluster> => {
    const facts = { name, cloud_provider: { id: 'aws' }, region: { id: 'us-east-1' } }
    return { name, plan, end, now: await parts.clusters.order(facts) }
  }
  const fails = `demo-fails-${suffix}`
  await letFail(parts.simulation, fails)
  const good = await order(`demo-good-${suffix}`, 'as usual', 'ready')
  const slow = await order(`demo-slow-${suffix}`, 'made slow', 'ready')
  const deployment = { namespace: `uhc-${parts.environment}-${slow.now.id}`, name: slow.name }
  await parts.simulation.setDelay('clusterdeployment', deployment, SLOW_STATE_SECONDS)
  return [good, slow, await order(fails, 'made to fail', 'error')]
}

/** Told before the order, by name, so that it cannot come too late at whatever speed. */
async function letFail(simulation: ControlClient, name: string): Promise<void> {
  const scenario = { ...VPC_LIMIT, labels: { 'api.openshift.com/name': name } }
  await simulation.changeSection('clusterdeployment', {
    failureScenarios: [...(await scenarios(simulation)), scenario],
  })
}

async function scenarios(simulation: ControlClient): Promise<unknown[]> {
  const { failureScenarios } = await simulation.section('clusterdeployment')
  return Array.isArray(failureScenarios) ? failureScenarios : []
}

/** Takes back what was done to the simulation, and nothing else. */
export async function restoreSimulation(simulation: ControlClient, demo: readonly DemoCluster[]): Promise<void> {
  const names = new Set(demo.map(({ name }) => name))
  const others = (await scenarios(simulation)).filter((scenario) => !names.has(labelledName(scenario)))
  await simulation.changeSection('clusterdeployment', { failureScenarios: others })
  for (const { kind, namespace = '', name } of await simulation.overrides()) {
    if (names.has(name)) await simulation.clearOverride(kind, { namespace, name })
  }
}

const labelledName = (scenario: unknown): string =>
  (scenario as { labels?: Record<string, string> }).labels?.['api.openshift.com/name'] ?? ''
