import { setMaxListeners } from 'node:events'
import { ClusterDeployment, ConfigMap, FakeClusterInstall, hiveKinds } from '@skep/api'
import { createKindResolver, installKinds } from '@skep/client'
import { type AdmissionOptions, createManager } from '@skep/controller'
import { keepKubeconfigsValid } from '../admin-kubeconfigs.ts'
import { findHiveCondition } from '../conditions.ts'
import { addMachinePoolController } from '../machinepools/controllers.ts'
import { addPoolControllers } from '../pools/controllers.ts'
import { addSyncSetControllers } from '../syncsets/controllers.ts'
import { declareContract, followAdmissionSettings, startAdmission } from './admission/admission.ts'
import { createCachedReads } from './cached-reads.ts'
import { createClusterInstalls } from './cluster-installs.ts'
import { followSettings, type HiveSettings } from './config/settings.ts'
import { addLifeCycleControllers } from './controllers.ts'
import { indexProvisions } from './deployment/provisions.ts'
import type { Infrastructure } from './installer/infrastructure.ts'
import { createSimulatedInfrastructure } from './installer/simulated-infrastructure.ts'
import type { HiveDependencies, HiveParts } from './parts.ts'
import { createFailureClassifier, parseKnownFailures } from './provision/failure-reason.ts'
import { createRemoteClusters } from './remote-clusters.ts'
import { createSecrets } from './secrets.ts'

/** Where an administrator adds failures that installs are known to have. */
const ADDITIONAL_FAILURES = 'additional-install-log-regexes'

/** What may be other than usual. */
export interface HiveFullOptions {
  /** Simulated unless given. */
  readonly infrastructure?: Infrastructure
  /** Where the admission webhooks listen; on a free port of this machine unless given. False for none. */
  readonly admission?: AdmissionOptions | false
}

/** Something that was started. */
export interface RunningHive {
  /** How many objects of each kind there are, such as `{ clusterDeployments: 5 }`. */
  resources(): Record<string, number>
  /** Resolves when everything in process is done. */
  stop(): Promise<void>
}

/** Starts Hive with all its controllers, on any management cluster. Kinds that it does not serve yet are installed. */
export async function startHiveFull(
  dependencies: HiveDependencies,
  { infrastructure = createSimulatedInfrastructure(dependencies), admission = {} }: HiveFullOptions = {},
): Promise<RunningHive> {
  const { client, clock, tenants, log } = dependencies
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const manager = createManager(dependencies, { name: 'hive' })
  const settings = followSettings(manager)
  const admissionSettings = followAdmissionSettings(manager, settings, stopping.signal)
  // First of all: a Hive that ended without a word has left webhooks that nobody answers, and all writes wait for them.
  const endAdmission = admission ? await startAdmission(client, admissionSettings, admission) : async () => {}
  await installKinds(client, hiveKinds, { signal: stopping.signal, clock })
  await declareContract(client, FakeClusterInstall)
  const remotes = createRemoteClusters(client, tenants)
  const classifyFailure = failureReader(dependencies, settings)
  const kinds = createKindResolver(client)
  const cache = createCachedReads(client, manager)
  const secrets = createSecrets(client, manager)
  const clusterInstalls = createClusterInstalls(dependencies, manager, stopping.signal)
  const shared = { manager, cache, secrets, settings, remotes, infrastructure, kinds, clusterInstalls, classifyFailure }
  const parts: HiveParts = { ...dependencies, ...shared }
  indexProvisions(manager)
  const forgetBehaviours = addLifeCycleControllers(parts)
  addSyncSetControllers(parts)
  addPoolControllers(parts)
  addMachinePoolController(parts)
  const running = manager.start(stopping.signal).catch((error: unknown) => log.error('Hive ended', { error }))
  const deployments = manager.informersOf().of(ClusterDeployment)
  dependencies.behaviours.countStates(deployments, { stateOf, isReady: ({ spec }) => spec.installed === true })
  const refreshing = keepKubeconfigsValid(dependencies, deployments, stopping.signal)
  return {
    resources: () => ({ clusterDeployments: deployments.size }),
    stop: async () => {
      forgetBehaviours()
      stopping.abort()
      await Promise.all([running, refreshing])
      await endAdmission()
      remotes.close()
    },
  }
}

/** How far a cluster is on its way, and what it does once it is installed. */
const stateOf = ({ spec, status }: ClusterDeployment): string =>
  spec.installed
    ? status?.powerState || 'Running'
    : (findHiveCondition(status?.conditions, 'Provisioned')?.reason ?? 'New')

/** Failures are rare, so what an administrator added is read when one happens. */
const failureReader =
  ({ client }: HiveDependencies, settings: HiveSettings): HiveParts['classifyFailure'] =>
  async (log) => {
    const added = await client.get(ConfigMap, { namespace: settings.namespace(), name: ADDITIONAL_FAILURES })
    return createFailureClassifier(parseKnownFailures(added?.data?.['regexes']))(log)
  }
