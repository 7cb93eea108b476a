import { ClusterRoleBinding } from '@skep/api'
import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import type { ChildRecord } from '../../records/child-record.ts'
import { kubeconfigFor } from '../../shards/kubeconfig.ts'
import { createOnce } from '../steps/scope.ts'
import {
  CertificateRefused,
  forgetRequest,
  type IssueParts,
  newKey,
  readCertificate,
  requestCertificate,
} from './issue-certificate.ts'
import { readHostedCredentials } from './queries.ts'
import type { HostedScope } from './scope.ts'

/** How soon to try again what a cluster did not do. */
const RETRY_MS = 10_000
/** How soon to look whether a certificate is signed. */
const SIGNING_MS = 500

/** A way in for emergencies, as it is stored. */
interface BreakGlassCredential {
  readonly username?: string
  readonly expiration_timestamp?: string
  readonly status?: string
}

/** The name of everything in a cluster that belongs to a credential. */
const nameOf = (id: string): string => `break-glass-${id}`

/** Who enters with a credential. */
const userOf = ({ username = '' }: BreakGlassCredential): string => `system:customer-break-glass:${username}`

/** Issues, ends and revokes the ways into a cluster for emergencies. Answers when to look again. */
export async function keepBreakGlass(
  scope: HostedScope,
  children: readonly ChildRecord[],
  now: number,
): Promise<number | undefined> {
  const times: number[] = []
  for (const child of children.filter(({ collection }) => collection === 'break_glass_credentials')) {
    const next = await keepCredential(scope, child, now)
    if (next !== undefined) times.push(next)
  }
  return times.length === 0 ? undefined : Math.min(...times)
}

async function keepCredential(scope: HostedScope, child: ChildRecord, now: number): Promise<number | undefined> {
  // Checked against its schema when it was stored.
  const credential = child.document as BreakGlassCredential
  const leftMs = Date.parse(credential.expiration_timestamp ?? '') - now
  const step = stepOf(credential.status, leftMs)
  if (step === undefined) return credential.status === 'issued' ? leftMs : undefined
  try {
    const admin = (await readHostedCredentials(scope))?.kubeconfig
    if (admin === undefined) return RETRY_MS
    const outcome = await inCluster(scope, admin, (parts) => step(parts, child, { scope, credential, admin, now }))
    if (outcome === undefined) return SIGNING_MS
    await scope.parts.children.observe(child, outcome)
    await scope.parts.children.keepSecrets(child, {})
    return outcome['status'] === 'issued' ? leftMs : undefined
  } catch (error) {
    if (scope.signal.aborted) throw error
    return explain(scope, child, error)
  }
}

async function explain({ parts }: HostedScope, child: ChildRecord, error: unknown): Promise<number | undefined> {
  const reason = error instanceof Error ? error.message : String(error)
  const refused = error instanceof CertificateRefused
  await parts.children.observe(child, {
    status_description: `The credential waits for the cluster: ${reason}`,
    ...(refused ? { status: 'failed', status_description: reason } : {}),
  })
  return refused ? undefined : RETRY_MS
}

interface Facts {
  readonly scope: HostedScope
  readonly credential: BreakGlassCredential
  /** The kubeconfig of the administrator. */
  readonly admin: string
  readonly now: number
}
/** What becomes of the credential; undefined while that is not decided. */
type Step = (parts: IssueParts, child: ChildRecord, facts: Facts) => Promise<JsonObject | undefined>

function stepOf(status: string | undefined, leftMs: number): Step | undefined {
  if (status === 'awaiting_revocation') return revoke
  if (status !== 'created' && status !== 'issued') return undefined
  if (leftMs <= 0) return expire
  return status === 'created' ? issue : undefined
}

/** Does something in the cluster as its administrator. */
async function inCluster<T>(scope: HostedScope, admin: string, act: (parts: IssueParts) => Promise<T>): Promise<T> {
  const client = scope.parts.enterCluster(admin)
  try {
    return await act({ client, clock: scope.parts.clock, signal: scope.signal })
  } finally {
    client.close()
  }
}

/** Asks for a certificate, and gives it the rights of an administrator once it is signed. */
const issue: Step = async (parts, child, { scope, credential, admin }) => {
  const [name, user] = [nameOf(child.id), userOf(credential)]
  const { children } = scope.parts
  const { key } = await children.secrets(child)
  if (typeof key !== 'string') {
    const made = newKey()
    const expiresAt = Date.parse(credential.expiration_timestamp ?? '')
    await requestCertificate(parts, { name, user, expiresAt }, made)
    await children.keepSecrets(child, { key: made })
    return undefined
  }
  const certificate = await readCertificate(parts, name)
  if (certificate === undefined) return undefined
  await createOnce(parts.client, ClusterRoleBinding, administrator(name, user), parts.signal)
  const kubeconfig = kubeconfigFor(admin, credential.username ?? '', { certificate, key })
  return { status: 'issued', status_description: '', kubeconfig }
}

const administrator = (name: string, user: string) => ({
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
})

const expire: Step = async (parts, { id }) => {
  await close(parts, id)
  return { status: 'expired', status_description: '', kubeconfig: '' }
}

const revoke: Step = async (parts, { id }, { now }) => {
  await close(parts, id)
  return { status: 'revoked', status_description: '', kubeconfig: '', revocation_timestamp: formatTime(now) }
}

/** A certificate cannot be called back, but whoever has it may do nothing any more. */
async function close(parts: IssueParts, id: string): Promise<void> {
  await parts.client.delete(ClusterRoleBinding, { name: nameOf(id) }, { signal: parts.signal })
  await forgetRequest(parts, nameOf(id))
}
