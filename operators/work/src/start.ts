import type { Clock, Logger, Random } from '@skep/base'
import { cryptoRandom, realClock, silentLogger } from '@skep/base'
import type { Client } from '@skep/client'
import type { ControllerMetrics } from '@skep/controller'
import { type RunningWorkAgent, runWorkAgent } from './agent/agent.ts'
import type { WorkAgentOptions } from './agent/options.ts'
import { createKubernetesSource } from './source/kubernetes-source.ts'

/** What the agent of a cluster works with. */
export interface WorkAgentDependencies {
  /** The cluster that has the works. */
  readonly hub: Client
  /** The cluster that they are for; the same one for `local-cluster`. */
  readonly spoke: Client
  /** The address of the hub's API, by which AppliedManifestWorks are named. */
  readonly hubUrl: string
  /** The namespace of the cluster on the hub, such as `local-cluster`. */
  readonly clusterNamespace: string
  /** Tells agents on the cluster apart. */
  readonly agentId: string
  /** Real time unless given. */
  readonly clock?: Clock
  /** Unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** Starts the agent that brings the ManifestWorks of one namespace of a hub onto a cluster. */
export async function startWorkAgent(
  dependencies: WorkAgentDependencies,
  options: WorkAgentOptions = {},
): Promise<RunningWorkAgent> {
  const { hub, spoke, hubUrl, clusterNamespace, agentId } = dependencies
  const { clock = realClock, random = cryptoRandom, log = silentLogger, metrics } = dependencies
  const source = createKubernetesSource({ hubClient: hub, clock, random, log }, clusterNamespace)
  return runWorkAgent({ source, spokeClient: spoke, hub: hubUrl, agentId, clock, random, log, metrics }, options)
}
