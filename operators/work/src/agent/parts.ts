import type { Client, KindResolver } from '@skep/client'
import type { AppliedWorks } from '../applied/applied-works.ts'
import type { ConditionReader } from '../feedback/condition-rules.ts'
import type { FeedbackReader } from '../feedback/feedback.ts'
import type { WorkSource } from '../source/work-source.ts'
import type { AppliedObjects } from './applied-objects.ts'
import type { WorkAgentOptions } from './options.ts'
import type { Schedules } from './schedule.ts'

/** What the agent deals with works by. Works are known by the name of their AppliedManifestWork, their key. */
export interface AgentParts {
  readonly source: WorkSource
  readonly spokeClient: Client
  readonly kinds: KindResolver
  readonly hubHash: string
  readonly agentId: string
  readonly appliedWorks: AppliedWorks
  readonly objects: AppliedObjects
  readonly schedules: Schedules
  readonly readFeedback: FeedbackReader
  readonly readConditions: ConditionReader
  readonly options: Required<WorkAgentOptions>
}
