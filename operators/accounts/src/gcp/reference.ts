import { ProjectClaim, ProjectReference } from '@skep/api'
import type { Stored } from '@skep/client'
import { dropFinalizer, hasFinalizer, type Reconciler, type Result, withStatus } from '@skep/controller'
import { conditionSince, withCondition } from '../conditions.ts'
import { creationMs, drawText, type OperatorParts } from '../parts.ts'
import { createSecret } from '../secrets.ts'
import { PROJECT_FINALIZER } from './settings.ts'

const HEX = '0123456789abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Makes projects for claims that wait for one. */
export const projectReferenceReconciler =
  (parts: OperatorParts): Reconciler =>
  async (_ctx, key) => {
    const { client } = parts
    const reference = await client.get(ProjectReference, key)
    if (!reference) return {}
    if (reference.metadata.deletionTimestamp !== undefined) {
      if (hasFinalizer(reference, PROJECT_FINALIZER)) {
        await dropFinalizer(client, ProjectReference, reference, PROJECT_FINALIZER)
      }
      return {}
    }
    const claim = await client.get(ProjectClaim, reference.spec.projectClaimCRLink)
    if (claim?.status?.state !== 'PendingProject' || reference.status?.state === 'Ready') return {}
    return withStatus(client, ProjectReference, reference, () => createProject(parts, reference, claim))
  }

async function createProject(
  parts: OperatorParts,
  reference: Stored<ProjectReference>,
  claim: Stored<ProjectClaim>,
): Promise<Result> {
  const now = parts.clock.now()
  if (!reference.status?.state) {
    await nameProject(parts, reference)
    setState(reference, 'Creating', 'Creating project', now)
  }
  const since = conditionSince(reference.status?.conditions, 'Creating') ?? now
  const left = since + creationMs(parts, 'ProjectClaim', claim.metadata) - now
  if (left > 0) return { requeueAfterMs: left }
  await createSecret(parts.client, claim.spec.gcpCredentialSecret, {
    'osServiceAccount.json': JSON.stringify(serviceAccountOf(reference)),
  })
  setState(reference, 'Ready', 'Project is ready', now)
  return {}
}

/** Names are written before anything is made, so that another try makes the same. */
async function nameProject({ client, random }: OperatorParts, reference: Stored<ProjectReference>): Promise<void> {
  const { spec, metadata } = reference
  spec.gcpProjectID ||= `o-${drawText(random, 8, HEX)}`
  spec.serviceAccountName ||= `osd-managed-admin-${drawText(random, 8, LETTERS)}`
  const { gcpProjectID, serviceAccountName } = spec
  const body = { spec: { gcpProjectID, serviceAccountName } }
  await client.patch(ProjectReference, metadata, { type: 'merge', body })
}

const serviceAccountOf = ({ spec }: Stored<ProjectReference>) => ({
  type: 'service_account',
  project_id: spec.gcpProjectID,
  client_email: `${spec.serviceAccountName}@${spec.gcpProjectID}.iam.gserviceaccount.com`,
})

function setState(reference: Stored<ProjectReference>, state: string, message: string, now: number): void {
  const statement = { type: state, status: 'True', reason: state, message } as const
  reference.status = { state, conditions: withCondition(reference.status?.conditions, statement, now) }
}
