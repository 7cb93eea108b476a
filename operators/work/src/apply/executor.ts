import { SubjectAccessReview } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client } from '@skep/client'
import type { Executor } from '../types.ts'
import type { ApplyTarget } from './target.ts'

/** When a refusal is looked into again: nothing tells that permissions have changed. */
export const REFUSAL_RETRY_MS = 60_000

/** The executor of a work may not do what the work asks for. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

const VERBS = ['create', 'update', 'patch', 'get']
const ROLES = new Set(['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'])

/** Makes sure that the executor of a work may do with an object what the agent will do in its place. */
export async function checkExecutor(target: ApplyTarget, executor: Executor | undefined): Promise<void> {
  if (executor === undefined) return
  const account = executor.subject?.serviceAccount
  if (executor.subject?.type !== 'ServiceAccount') throw new Error('only support ServiceAccount type for the executor')
  if (!account) throw new Error('the executor service account is nil')
  const { kind, ref, owned, spokeClient } = target
  const resource = `${kind.group} ${kind.plural}, ${ref.namespace ?? ''} ${ref.name}`
  const verbs = owned ? [...VERBS, 'delete'] : VERBS
  const answers = await Promise.all(verbs.map((verb) => isAllowed(spokeClient, account, target, verb)))
  if (answers.includes(false)) throw notAllowed(resource)
  if (await escalates(target, nameOf(account))) throw notAllowed(`${resource}, error: permission escalation`)
}

const notAllowed = (resource: string): NotAllowed =>
  new NotAllowed(`not allowed to apply the resource ${resource}, will try again in 1m0s`)

interface Account {
  readonly namespace: string
  readonly name: string
}

const nameOf = ({ namespace, name }: Account): string => `system:serviceaccount:${namespace}:${name}`

async function isAllowed(
  spokeClient: Client,
  account: Account,
  { kind: { group, version, plural }, ref }: ApplyTarget,
  verb: string,
): Promise<boolean> {
  const groups = ['system:serviceaccounts', 'system:authenticated', `system:serviceaccounts:${account.namespace}`]
  const resourceAttributes = { group, version, resource: plural, verb, ...ref }
  const spec = { user: nameOf(account), groups, resourceAttributes }
  const { status } = await spokeClient.create(SubjectAccessReview, { metadata: {}, spec })
  return status?.allowed === true
}

/** Whether a role would give more than the executor has itself, which no access review tells: the server is asked. */
async function escalates({ kind, ref, manifest, spokeClient }: ApplyTarget, user: string): Promise<boolean> {
  if (kind.group !== 'rbac.authorization.k8s.io' || !ROLES.has(kind.plural)) return false
  const inNamespace = ref.namespace === undefined ? '' : `/namespaces/${encodeURIComponent(ref.namespace)}`
  try {
    await spokeClient.raw({
      method: 'POST',
      path: `/apis/${kind.group}/${kind.version}${inNamespace}/${kind.plural}`,
      query: { dryRun: 'All' },
      headers: { 'Impersonate-User': user },
      body: manifest,
    })
    return false
  } catch (error) {
    // The server looks for escalation before it looks whether the object is there.
    if (hasReason(error, 'AlreadyExists')) return false
    if (hasReason(error, 'Forbidden')) return true
    throw error
  }
}
