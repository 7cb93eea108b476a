import type { Deployment } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import {
  addFinalizer,
  dropFinalizer,
  hasFinalizer,
  type Phase,
  type Reconciler,
  runPhases,
  withStatus,
} from '@skep/controller'
import { applyDeployment, applyPage, readDeployment, removeDeployment } from './website.phases.ts'
import { reportStatus } from './website.status.ts'
import { Website } from './website.ts'

export const FINALIZER = 'example.skep.dev/website'

/** What the phases of one run share. */
export interface Scope {
  readonly hubClient: Client
  /** Phases write its status; nothing here writes its spec. */
  readonly website: Stored<Website>
  /** Set by readDeployment. Absent means not created yet, or already gone. */
  deployment?: Stored<Deployment>
  /** Set by removeDeployment when nothing is left. */
  finished?: boolean
}

const normal: Phase<Scope>[] = [applyPage, applyDeployment, readDeployment]
const deletion: Phase<Scope>[] = [readDeployment, removeDeployment]

/** Keeps the Deployment and the page of a Website as it wants them. */
export const websiteReconciler =
  ({ hubClient }: { hubClient: Client }): Reconciler =>
  async (ctx, key) => {
    const website = await hubClient.get(Website, key)
    if (!website || website.spec.paused) return {}
    const deleting = website.metadata.deletionTimestamp !== undefined
    if (deleting && !hasFinalizer(website, FINALIZER)) return {}
    if (await addFinalizer(hubClient, Website, website, FINALIZER)) return {}

    const scope: Scope = { hubClient, website }
    const result = await withStatus(hubClient, Website, website, async () => {
      try {
        return await runPhases(ctx, scope, deleting ? deletion : normal)
      } finally {
        reportStatus(ctx, scope)
      }
    })
    if (scope.finished) await dropFinalizer(hubClient, Website, website, FINALIZER)
    return result
  }
