import { formatTime } from '@skep/base'
import { asJson, jsonEqual, type KubeObject } from '@skep/schema'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { RequestContext } from '../contracts.ts'
import { deleteCollection } from '../registry/delete.ts'
import type { KnownDefinition } from './cluster-definitions.ts'
import { type Statement, withCondition } from './conditions.ts'
import { CLEANUP_FINALIZER, DEFINITIONS, type Definition } from './definition.ts'
import type { ServedDefinition } from './serve.ts'

const FIELD_MANAGER = 'kube-apiserver'
const CONTEXT: RequestContext = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: FIELD_MANAGER,
  warn: () => {},
}

/** The definition as the server itself changes it: through its status, which no rule about specs can refuse. */
export function changeDefinition(
  cluster: LogicalCluster,
  name: string,
  change: (definition: Definition) => Definition,
): Promise<KubeObject | undefined> {
  return cluster.objects.modify(
    DEFINITIONS,
    '',
    name,
    (stored) => {
      // Definitions are all that is in there.
      const after = change(stored as Definition)
      return jsonEqual(asJson(after), asJson(stored)) ? undefined : after
    },
    { subresource: 'status', fieldManager: FIELD_MANAGER },
  )
}

/**
 * Goes on with the deletion of a definition: deletes its objects and, when none is left, lets it go. Does nothing more
 * while objects wait for their finalizers; call again when the last one is gone. Throws what keeps objects from being
 * deleted, having said so in the definition's status.
 */
export async function terminateDefinition(
  cluster: LogicalCluster,
  name: string,
  known: KnownDefinition,
  now: number,
): Promise<void> {
  const { served } = known
  const { bucket } = cluster.collection(known)
  if (served && bucket.count() > 0) await deleteObjects(cluster, name, served, now)
  if (served && bucket.count() > 0) return
  const end = served ? REMOVED : NEVER_SERVED
  await changeDefinition(cluster, name, (stored) =>
    isHeld(stored) ? withoutFinalizer(terminating(stored, end, now)) : stored,
  )
}

const REMOVED = { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' }
const NEVER_SERVED = { status: 'False', reason: 'NeverEstablished', message: 'resource was never established' }

async function deleteObjects(
  cluster: LogicalCluster,
  name: string,
  { stored: resource }: ServedDefinition,
  now: number,
): Promise<void> {
  const say = (reason: string, message: string) =>
    changeDefinition(cluster, name, (stored) => terminating(stored, { status: 'True', reason, message }, now))
  await say('InstanceDeletionInProgress', 'CustomResource deletion is in progress')
  try {
    await deleteCollection(cluster.target(resource), { namespace: '', options: {}, context: CONTEXT }, {})
  } catch (error) {
    await say('InstanceDeletionFailed', `could not issue all deletes: ${(error as Error).message}`)
    throw error
  }
}

function terminating(definition: Definition, statement: Omit<Statement, 'type'>, now: number): Definition {
  const { status } = definition
  const conditions = withCondition(status?.conditions, { type: 'Terminating', ...statement }, formatTime(now))
  return { ...definition, status: { ...status, conditions: [...conditions] } }
}

const isHeld = ({ metadata }: Definition): boolean => metadata.finalizers?.includes(CLEANUP_FINALIZER) === true

function withoutFinalizer(definition: Definition): Definition {
  const finalizers = (definition.metadata.finalizers ?? []).filter((name) => name !== CLEANUP_FINALIZER)
  return { ...definition, metadata: { ...definition.metadata, finalizers } }
}
