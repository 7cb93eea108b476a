import { AppliedManifestWork, type ManifestWork } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import { type Client, createKindResolver, type ObjectChange } from '@skep/client'
import { type ControllerMetrics, createManager, type Manager, specChanged } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { AppliedWorks } from '../applied/applied-works.ts'
import { createConditionReader } from '../feedback/condition-rules.ts'
import { createFeedbackReader } from '../feedback/feedback.ts'
import { appliedWorkName, hubHashOf, workNameOf } from '../names.ts'
import type { WorkSource } from '../source/work-source.ts'
import { AppliedObjects, type Concern } from './applied-objects.ts'
import { WORK_AGENT_DEFAULTS, type WorkAgentOptions } from './options.ts'
import type { AgentParts } from './parts.ts'
import { workReconciler } from './reconciler.ts'
import { Schedules } from './schedule.ts'

/** What an agent works with, wherever its works come from. */
export interface AgentDependencies {
  readonly source: WorkSource
  /** The cluster that works are for. */
  readonly spokeClient: Client
  /** Tells hubs apart: the address of its API, or the host of its broker. */
  readonly hub: string
  /** Tells agents on the cluster apart. */
  readonly agentId: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** An agent that runs. */
export interface RunningWorkAgent {
  /** Stops, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Starts an agent that brings the works of a source onto a cluster. */
export function runWorkAgent(dependencies: AgentDependencies, options: WorkAgentOptions = {}): RunningWorkAgent {
  const { source, spokeClient, hub, agentId, clock, random, log, metrics } = dependencies
  const chosen = { ...WORK_AGENT_DEFAULTS, ...options }
  const hubHash = hubHashOf(hub)
  const manager = createManager({ client: spokeClient, clock, random, log, metrics }, { name: 'work-agent' })
  const schedules = new Schedules(clock, random, chosen)
  const objects = new AppliedObjects({ spokeClient, clock, random, log }, (key, concern, type) => {
    if (noteChange(schedules, key, concern, type)) enqueue({ name: key })
  })
  const parts = { source, spokeClient, hubHash, agentId, objects, schedules, options: chosen }
  const { enqueue } = manager.add({
    name: 'manifest-work',
    kind: AppliedManifestWork,
    when: (change) => isOurs(change.object, hubHash, agentId) && specChanged(change),
    workers: chosen.workers,
    reconcile: workReconciler({ ...parts, ...readersOf(manager, dependencies, parts) }),
  })
  const unsubscribe = source.onChange((change) => {
    if (isNews(change)) enqueue({ name: appliedWorkName(hubHash, change.object.metadata.name) })
  })
  const stopping = new AbortController()
  const running = run(source, manager, stopping, log)
  return {
    stop: async () => {
      unsubscribe()
      stopping.abort()
      await running
      await objects.close()
    },
  }
}

/** What an agent knows the cluster and its objects by. */
function readersOf(
  manager: Manager,
  { spokeClient, agentId }: AgentDependencies,
  { hubHash, options }: Pick<AgentParts, 'hubHash' | 'options'>,
): Pick<AgentParts, 'kinds' | 'appliedWorks' | 'readFeedback' | 'readConditions'> {
  return {
    kinds: createKindResolver(spokeClient),
    appliedWorks: new AppliedWorks(spokeClient, manager.informersOf().of(AppliedManifestWork), { hubHash, agentId }),
    readFeedback: createFeedbackReader(options),
    readConditions: createConditionReader(),
  }
}

/** Whether an AppliedManifestWork is of this hub, or was made by this agent for another. */
const isOurs = ({ metadata, spec }: AppliedManifestWork, hubHash: string, agentId: string): boolean =>
  workNameOf(hubHash, metadata.name ?? '') !== undefined || spec.agentID === agentId

/** Whether a change of a work is more than a change of its status, which is the agent's own. */
const isNews = (change: ObjectChange<ManifestWork>): boolean =>
  specChanged(change) ||
  (change.type === 'updated' &&
    (['labels', 'finalizers'] as const).some(
      (field) => !jsonEqual(asJson(change.object.metadata[field] ?? {}), asJson(change.previous.metadata[field] ?? {})),
    ))

/** Notes what a change of an object means for a work. Returns whether the work has to be looked at. */
function noteChange(schedules: Schedules, key: string, concern: Concern, type: ObjectChange['type']): boolean {
  switch (concern) {
    case 'removal':
      if (type !== 'deleted') return false
      schedules.applyWithin(key, 0)
      return true
    case 'existence':
      if (type === 'updated') return false
      schedules.changed(key, false)
      return true
    case 'state':
    case 'urgent-state':
      schedules.changed(key, concern === 'urgent-state')
      return true
  }
}

/** Works as soon as all works are known, so that none seems to be missing. */
async function run(source: WorkSource, manager: Manager, stopping: AbortController, log: Logger): Promise<void> {
  const { signal } = stopping
  const failed = (error: unknown) => {
    if (!signal.aborted) log.error('Stopping the work agent', { error })
    stopping.abort(error)
  }
  const following = source.run(signal).catch(failed)
  const working = source
    .waitForSync(signal)
    .then(() => manager.start(signal))
    .catch(failed)
  await Promise.all([following, working])
}
