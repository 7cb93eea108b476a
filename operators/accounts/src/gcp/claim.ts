import { ProjectClaim, ProjectReference, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ObjectRef, Stored } from '@skep/client'
import { addFinalizer, dropFinalizer, hasFinalizer, type Reconciler, type Result, withStatus } from '@skep/controller'
import { type Statement, withCondition } from '../conditions.ts'
import { claimFailure, FAKE_ANNOTATION, type OperatorParts } from '../parts.ts'
import { createSecret } from '../secrets.ts'
import { CCS_FINALIZER, isRegionDisabled, PROJECT_FINALIZER, PROJECT_NAMESPACE } from './settings.ts'

const ZONES = ['a', 'b', 'c']

/** The reference that belongs to a claim. */
export const referenceOf = ({ namespace, name }: ObjectRef): { namespace: string; name: string } => ({
  namespace: PROJECT_NAMESPACE,
  name: `${namespace}-${name}`,
})

/** Gives claims a project and its credentials. */
export const projectClaimReconciler =
  (parts: OperatorParts): Reconciler =>
  async (_ctx, key) => {
    const { client } = parts
    const claim = await client.get(ProjectClaim, key)
    if (!claim) return {}
    if (claim.metadata.deletionTimestamp !== undefined) return removeClaim(parts, claim)
    if (claim.status?.state === 'Ready') return {}
    const isFake = claim.metadata.annotations?.[FAKE_ANNOTATION] === 'true'
    return withStatus(client, ProjectClaim, claim, () => (isFake ? serveFake(parts, claim) : serve(parts, claim)))
  }

/** Nothing is made anywhere: who asks for this wants to test everything but GCP. */
async function serveFake({ client }: OperatorParts, claim: Stored<ProjectClaim>): Promise<Result> {
  await addFinalizer(client, ProjectClaim, claim, PROJECT_FINALIZER)
  await createSecret(client, claim.spec.gcpCredentialSecret, { 'osServiceAccount.json': '{}' })
  const availabilityZones = ['fakeZone1', 'fakeZone2', 'fakeZone3']
  const spec = { gcpProjectID: 'fakeProjectClaim', region: 'fakeRegion', availabilityZones }
  await client.patch(ProjectClaim, claim.metadata, { type: 'merge', body: { spec } })
  claim.status = { state: 'Ready', conditions: claim.status?.conditions ?? [] }
  return {}
}

async function serve(parts: OperatorParts, claim: Stored<ProjectClaim>): Promise<Result> {
  const problem = await findProblem(parts, claim)
  if (problem) return setState(parts, claim, 'Error', problem)
  resolveProblem(parts, claim)
  if (['', 'Error', undefined].includes(claim.status?.state)) setState(parts, claim, 'Pending')
  await ensureReference(parts, claim)
  if (await addFinalizer(parts.client, ProjectClaim, claim, PROJECT_FINALIZER)) await keepCustomerSecret(parts, claim)
  setState(parts, claim, 'PendingProject')
  const reference = await parts.client.get(ProjectReference, referenceOf(claim.metadata))
  return reference?.status?.state === 'Ready' ? fulfil(parts, claim, reference) : {}
}

async function findProblem(parts: OperatorParts, claim: Stored<ProjectClaim>): Promise<Statement | undefined> {
  const { metadata, spec } = claim
  const secrets = [spec.gcpCredentialSecret, ...(spec.ccs && spec.ccsSecretRef ? [spec.ccsSecretRef] : [])]
  if (secrets.some(({ namespace }) => namespace !== metadata.namespace)) {
    const message = 'Secrets must be in the namespace of the ProjectClaim'
    return { type: 'Error', status: 'True', reason: 'ReconcileError', message }
  }
  if (await isRegionDisabled(parts.client, spec.region)) {
    const message = `Region ${spec.region} is disabled`
    return { type: 'Invalid', status: 'True', reason: 'RegionCheckFailed', message }
  }
  const failure = claimFailure(parts, 'ProjectClaim', metadata)
  if (!failure) return undefined
  return { type: failure.condition, status: 'True', reason: failure.reason, message: failure.message }
}

/** What was wrong and no longer is, is said to be over. */
function resolveProblem(parts: OperatorParts, claim: Stored<ProjectClaim>): void {
  if (claim.status?.state !== 'Error') return
  const wrong = claim.status.conditions.filter(({ status }) => status === 'True')
  for (const { type, message = '' } of wrong) {
    setState(parts, claim, 'Pending', { type, status: 'False', reason: 'ReconcileErrorResolved', message })
  }
}

async function ensureReference({ client }: OperatorParts, claim: Stored<ProjectClaim>): Promise<void> {
  const { metadata, spec } = claim
  const link = referenceOf(metadata)
  if (spec.projectReferenceCRLink?.name === link.name) return
  const { legalEntity, ccs, ccsSecretRef, sharedVPCAccess } = spec
  try {
    await client.create(ProjectReference, {
      metadata: { ...link, finalizers: [PROJECT_FINALIZER] },
      spec: {
        projectClaimCRLink: { name: metadata.name, namespace: metadata.namespace ?? '' },
        legalEntity,
        ...(ccs ? { ccs, gcpProjectID: spec.ccsProjectID } : {}),
        ...(ccsSecretRef ? { ccsSecretRef } : {}),
        ...(sharedVPCAccess ? { sharedVPCAccess } : {}),
      },
    })
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
  const body = { spec: { projectReferenceCRLink: link } }
  await client.patch(ProjectClaim, metadata, { type: 'merge', body })
}

async function keepCustomerSecret({ client }: OperatorParts, { spec }: Stored<ProjectClaim>): Promise<void> {
  if (!spec.ccs || !spec.ccsSecretRef) return
  const secret = await client.get(Secret, spec.ccsSecretRef)
  if (secret) await addFinalizer(client, Secret, secret, CCS_FINALIZER)
}

async function fulfil(
  parts: OperatorParts,
  claim: Stored<ProjectClaim>,
  { spec: { gcpProjectID } }: Stored<ProjectReference>,
): Promise<Result> {
  const { metadata, spec } = claim
  const availabilityZones = ZONES.map((zone) => `${spec.region}-${zone}`)
  const body = { spec: { availabilityZones, gcpProjectID } }
  await parts.client.patch(ProjectClaim, metadata, { type: 'merge', body })
  return setState(parts, claim, 'Ready', {
    type: 'ComputeApiReady',
    status: 'True',
    reason: 'QueryAvailabilityZonesSucceeded',
    message: 'ComputeAPI ready, successfully queried availability zones',
  })
}

/** The reference goes first; when it is gone, its going brings the claim back. */
async function removeClaim({ client }: OperatorParts, claim: Stored<ProjectClaim>): Promise<Result> {
  if (!hasFinalizer(claim, PROJECT_FINALIZER)) return {}
  const { gcpCredentialSecret, ccs, ccsSecretRef } = claim.spec
  const reference = referenceOf(claim.metadata)
  if (await client.get(ProjectReference, reference)) {
    await client.delete(ProjectReference, reference)
    if (await client.get(ProjectReference, reference)) return {}
  }
  await client.delete(Secret, gcpCredentialSecret)
  const customerSecret = ccs && ccsSecretRef ? await client.get(Secret, ccsSecretRef) : undefined
  if (customerSecret) await dropFinalizer(client, Secret, customerSecret, CCS_FINALIZER)
  await dropFinalizer(client, ProjectClaim, claim, PROJECT_FINALIZER)
  return {}
}

function setState({ clock }: OperatorParts, claim: Stored<ProjectClaim>, state: string, statement?: Statement): Result {
  const before = claim.status?.conditions ?? []
  claim.status = { state, conditions: statement ? withCondition(before, statement, clock.now()) : before }
  return {}
}
