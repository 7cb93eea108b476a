import { ProjectClaim, ProjectReference } from '@skep/api'
import { type Manager, watchOf } from '@skep/controller'
import type { OperatorParts } from '../parts.ts'
import { projectClaimReconciler, referenceOf } from './claim.ts'
import { projectReferenceReconciler } from './reference.ts'

const WORKERS = 8

/** Adds the controllers of the GCP project operator. Returns how to bring a claim to work. */
export function addGcpControllers(manager: Manager, parts: OperatorParts): ReturnType<Manager['add']> {
  manager.add({
    name: 'project-reference',
    kind: ProjectReference,
    workers: WORKERS,
    watches: [watchOf(ProjectClaim, ({ metadata }) => [referenceOf(metadata)])],
    reconcile: projectReferenceReconciler(parts),
  })
  return manager.add({
    name: 'project-claim',
    kind: ProjectClaim,
    workers: WORKERS,
    watches: [watchOf(ProjectReference, ({ spec }) => [spec.projectClaimCRLink])],
    reconcile: projectClaimReconciler(parts),
  })
}
