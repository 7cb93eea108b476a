import type { KindDefinition } from '@skep/schema'
import { ProjectClaim } from './project-claim.ts'
import { ProjectReference } from './project-reference.ts'

/** The kinds of the GCP project operator, to install on a cluster. */
export const gcpProjectKinds: readonly KindDefinition[] = [ProjectClaim, ProjectReference]
