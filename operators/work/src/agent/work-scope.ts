import type { ManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import type { WorkStatus } from '../types.ts'
import type { AgentParts } from './parts.ts'

/** A work that is dealt with. */
export interface WorkScope extends AgentParts {
  readonly key: string
  readonly work: Stored<ManifestWork>
  /** What will be told of it; changed step by step. */
  readonly status: WorkStatus
}
