import type { Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { ANNOTATIONS } from '../annotations.ts'
import { tokenSecretName } from '../names.ts'
import { findPoolCondition, type PoolStatement } from '../pool-conditions.ts'
import { known, type PoolScope, type PoolStep, state } from '../scope.ts'

/** Says whether the configuration could be made into what machines fetch. */
export const stateGeneratedPayload: PoolStep = (ctx, scope) =>
  void state(ctx, scope, { type: 'ValidGeneratedPayload', ...payloadStatement(scope) })

/** Says whether a machine has fetched its configuration. */
export const stateReachedIgnition: PoolStep = (ctx, scope) => {
  const type = 'ReachedIgnitionEndpoint'
  const isReached = findPoolCondition(scope.status.conditions, type)?.status === 'True'
  // Nodes that are updated where they are do not fetch again, so the next token would never be used.
  if (isReached && scope.pool.spec.management.upgradeType === 'InPlace') return
  state(ctx, scope, { type, ...reachedStatement(scope) })
}

type Statement = Omit<PoolStatement, 'type'>

function payloadStatement(scope: PoolScope): Statement {
  const { name, secret } = tokenOf(scope)
  if (!secret) return notFound(name)
  const reason = textOf(secret, 'reason')
  if (reason === '') return { status: 'Unknown', message: 'Unable to get status data from token secret' }
  return { status: reason === 'AsExpected' ? 'True' : 'False', reason, message: textOf(secret, 'message') }
}

function reachedStatement(scope: PoolScope): Statement {
  const { name, secret } = tokenOf(scope)
  if (!secret) return notFound(name)
  const isReached = secret.metadata.annotations?.[ANNOTATIONS.ignitionReached] !== undefined
  return isReached ? { status: 'True', reason: 'AsExpected' } : { status: 'False', reason: 'ignitionNotReached' }
}

function tokenOf({ parts, pool, controlPlane, config }: PoolScope): {
  readonly name: string
  readonly secret: Stored<Secret> | undefined
} {
  const name = tokenSecretName(pool.metadata.name, known(config, 'configuration').hash)
  return { name, secret: parts.reads.secrets.get({ namespace: controlPlane, name }) }
}

const notFound = (name: string): Statement => ({
  status: 'False',
  reason: 'NotFound',
  message: `secrets "${name}" not found`,
})

const textOf = ({ data }: Secret, key: string): string => Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
