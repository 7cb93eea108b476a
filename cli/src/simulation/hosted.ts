import { setMaxListeners } from 'node:events'
import { agentInstallKinds, ClusterDeployment, kubevirtKinds, openClusterManagementKinds } from '@skep/api'
import { installKinds } from '@skep/client'
import { startClusterApi } from '@skep/operator-capi'
import { type HypershiftOptions, startHypershift } from '@skep/operator-hypershift'
import { startMce } from '@skep/operator-mce'
import { startWorkAgent, startWorkHub } from '@skep/operator-work'
import { startAwsMachines } from '@skep/provider-aws'
import { startAzureMachines } from '@skep/provider-azure'
import { startKubevirtMachines } from '@skep/provider-kubevirt'
import { startMetalMachines } from '@skep/provider-metal'
import { createSimulatedMachines, type HostedApis } from '@skep/sim'
import { type Closers, createClosers } from '../closers.ts'
import type { OperatorName } from './operator-names.ts'
import type { OperatorServices, RunningOperators } from './operators.ts'

/** What operators of hosted control planes work with. */
export interface HostedServices extends OperatorServices {
  /** Where the APIs of hosted control planes are served. */
  readonly apis: HostedApis
  /** Address of the management cluster. */
  readonly url: string
}

/** Which of them, and how. */
export interface HostedChoice extends Pick<HypershiftOptions, 'admission' | 'ignition' | 'controlPlanePods'> {
  readonly enabled: ReadonlySet<OperatorName>
  /** Whether works report objects and lists, too, not only single values. */
  readonly rawFeedback: boolean
  /** Whether hosted clusters become managed ones by themselves. */
  readonly autoImport: boolean
}

/** Operators of hosted control planes, running. */
export interface RunningHostedOperators extends RunningOperators {
  /** Where machines get their configuration; undefined without HyperShift. */
  readonly ignitionUrl: string | undefined
}

/** What machines are made of beyond Cluster API: hosts with agents, and virtual machines. */
const PROVIDER_KINDS = [...agentInstallKinds, ...kubevirtKinds, ClusterDeployment]

/** Name of the management cluster among those that it manages. */
const LOCAL_CLUSTER = 'local-cluster'

/** Starts what makes hosted clusters, what brings works, and what manages clusters, as far as each is wanted. */
export async function startHostedOperators(
  services: HostedServices,
  choice: HostedChoice,
): Promise<RunningHostedOperators> {
  const closers = createClosers()
  const wanted = (name: OperatorName) => choice.enabled.has(name)
  try {
    // First of all: one that ended without a word has left webhooks that nobody answers.
    if (wanted('work')) await startHub(services, choice, closers)
    const ignitionUrl = wanted('hypershift') ? await startHypershiftParts(services, choice, closers) : undefined
    const mce = wanted('mce') ? await startMce(services, { autoImport: choice.autoImport }) : undefined
    if (mce) closers.add(mce.stop)
    if (wanted('work')) await startAgent(services, choice, closers)
    return { ignitionUrl, resources: () => mce?.resources() ?? {}, stop: closers.close }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** HyperShift, the machines that its clusters consist of, and who makes them. */
async function startHypershiftParts(services: HostedServices, choice: HostedChoice, closers: Closers): Promise<string> {
  const { apis, client, clock } = services
  const { signal } = new AbortController()
  // Every kind is applied at once, and each listens to it.
  setMaxListeners(0, signal)
  await installKinds(client, PROVIDER_KINDS, { signal, clock })
  const hypershift = await startHypershift(services, choice)
  closers.add(hypershift.stop)
  const machines = createSimulatedMachines({ ...services, fetchIgnition: hypershift.fetchIgnition })
  closers.add(machines.stop.bind(machines))
  const clusterApi = await startClusterApi({ ...services, connect: apis.connect })
  closers.add(clusterApi.stop)
  const starts = [startAzureMachines, startAwsMachines, startKubevirtMachines, startMetalMachines]
  for (const start of starts) closers.add((await start({ ...services, machines })).stop)
  return hypershift.ignitionUrl
}

async function startHub(services: HostedServices, { admission }: HostedChoice, closers: Closers): Promise<void> {
  const { client, clock } = services
  await installKinds(client, openClusterManagementKinds, { signal: new AbortController().signal, clock })
  const hub = await startWorkHub(
    { ...services, hub: client },
    admission === false ? {} : { admission: admission ?? {} },
  )
  closers.add(hub.stop)
}

async function startAgent(services: HostedServices, { rawFeedback }: HostedChoice, closers: Closers): Promise<void> {
  const { client: hub, url: hubUrl, clock, random, log, metrics } = services
  const agent = await startWorkAgent(
    { hub, spoke: hub, hubUrl, clusterNamespace: LOCAL_CLUSTER, agentId: 'skep', clock, random, log, metrics },
    { rawFeedbackJsonString: rawFeedback },
  )
  closers.add(agent.stop)
}
