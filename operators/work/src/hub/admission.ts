import {
  defaultManagedCluster,
  executorPermission,
  isAccepted,
  type ManagedCluster,
  type ManifestWork,
  managedClusterPermissions,
  Namespace,
  type RequiredPermission,
  SubjectAccessReview,
  terminatingNamespace,
  type UserInfo,
  validateManagedCluster,
  validateManifestWork,
} from '@skep/api'
import { type Clock, formatTime } from '@skep/base'
import type { Client, JsonPatchOperation } from '@skep/client'
import type { AdmissionAnswer, AdmissionRefusal, AdmissionRequest } from '@skep/controller'

/** What judging the requests to a hub takes. */
export interface HubAdmission {
  readonly hubClient: Client
  readonly clock: Clock
  /** How large the manifests of a work may be together, in bytes. */
  readonly manifestLimitBytes: number
}

/** Completes objects before they are stored. */
export async function defaultHubObject({ clock }: HubAdmission, request: AdmissionRequest): Promise<AdmissionAnswer> {
  const { kind, object, oldObject } = request
  if (kind !== 'ManagedCluster' || !object) return {}
  // The server asks about objects of this kind, checked against its schema.
  const [cluster, stored] = [object as ManagedCluster, oldObject as ManagedCluster | null]
  const defaulted = defaultManagedCluster(cluster, stored ?? undefined, formatTime(clock.now()))
  if ('refusal' in defaulted) return defaulted
  // The steps add members.
  return { patch: defaulted.patch as readonly JsonPatchOperation[] }
}

/** Refuses objects that a hub does not take. */
export async function validateHubObject(admission: HubAdmission, request: AdmissionRequest): Promise<AdmissionAnswer> {
  const { kind, object, oldObject } = request
  if (!object) return {}
  const stored = oldObject ?? undefined
  switch (kind) {
    // The server asks about objects of these kinds, checked against their schemas.
    case 'ManifestWork':
      return { refusal: await refuseWork(admission, object as ManifestWork, stored as ManifestWork, request.userInfo) }
    case 'ManagedCluster':
      return {
        refusal: await refuseCluster(admission, object as ManagedCluster, stored as ManagedCluster, request.userInfo),
      }
    default:
      return {}
  }
}

type Refusal = AdmissionRefusal | undefined

async function refuseWork(
  { hubClient, manifestLimitBytes }: HubAdmission,
  work: ManifestWork,
  stored: ManifestWork | undefined,
  user: UserInfo,
): Promise<Refusal> {
  const refusal = validateManifestWork(work, manifestLimitBytes)
  if (refusal) return refusal
  const required = executorPermission(work, stored, user.username ?? '')
  return required && 'attributes' in required ? refuseWithout(hubClient, user, [required]) : required
}

async function refuseCluster(
  { hubClient }: HubAdmission,
  cluster: ManagedCluster,
  stored: ManagedCluster | undefined,
  user: UserInfo,
): Promise<Refusal> {
  const refusal = validateManagedCluster(cluster)
  if (refusal) return refusal
  const { name = '' } = cluster.metadata
  const namespace = isAccepted(cluster, stored) ? await hubClient.get(Namespace, { name }) : undefined
  if (namespace?.status?.phase === 'Terminating') return terminatingNamespace(name)
  return refuseWithout(hubClient, user, managedClusterPermissions(cluster, stored, user.username ?? ''))
}

/** The refusal for the first permission that a user has not. */
async function refuseWithout(
  hubClient: Client,
  { username, uid, groups, extra }: UserInfo,
  permissions: readonly RequiredPermission[],
): Promise<Refusal> {
  for (const { attributes, refusal } of permissions) {
    const spec = { user: username, uid, groups, extra, resourceAttributes: attributes }
    const { status } = await hubClient.create(SubjectAccessReview, { metadata: {}, spec })
    if (status?.allowed !== true) return refusal
  }
  return undefined
}
