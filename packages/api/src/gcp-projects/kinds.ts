import { ProjectClaim } from './project-claim.ts'

/** The kinds of the GCP project operator, to install on a cluster. */
export const gcpProjectKinds = [ProjectClaim] as const
