import type { FeedbackOptions } from '../feedback/feedback.ts'

/** What may be chosen for an agent. */
export interface WorkAgentOptions extends Partial<FeedbackOptions> {
  /** How long after a change of an object its work tells of it, up to 1.9 times as much; 10 seconds unless given. */
  readonly statusIntervalMs?: number
  /** How often everything is applied again, up to 1.5 times as long; 4 minutes unless given. */
  readonly resyncIntervalMs?: number
  /** How long objects outlive a work that the hub no longer has; an hour unless given, 100 years or more for ever. */
  readonly evictionMs?: number
  /** How many works are dealt with at the same time; 10 unless given. */
  readonly workers?: number
}

/** What holds unless something else is chosen. The CRD of ManifestWork takes no longer JSON than this. */
export const WORK_AGENT_DEFAULTS: Required<WorkAgentOptions> = {
  rawFeedbackJsonString: false,
  jsonRawLimit: 1_024,
  statusIntervalMs: 10_000,
  resyncIntervalMs: 4 * 60_000,
  evictionMs: 60 * 60_000,
  workers: 10,
}
