import { gzipSync } from 'node:zlib'
import { Secret } from '@skep/api'
import { formatTime, hasReason, StatusError, uid } from '@skep/base'
import type { Draft, Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { goJson } from '@skep/schema'
import { ensure } from '../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { ANNOTATIONS } from '../annotations.ts'
import { hash8 } from '../hash.ts'
import { tokenSecretName, userDataSecretName } from '../names.ts'
import { INDEX } from '../reads.ts'
import { known, type PoolScope, type PoolStep } from '../scope.ts'
import { cloudConfigHash } from './cloud-config.ts'
import { userData } from './user-data.ts'

/** How long machines that boot with an outdated configuration may still fetch it. */
const EXPIRY_MS = 2 * 60 * 60_000
/** Platforms whose old machines cannot go without what they booted with. */
const KEEPS_USER_DATA = new Set(['AWS', 'KubeVirt'])

/** Makes the token that machines fetch their configuration with, and what they boot with; outdated ones are let go. */
export const ensureTokens: PoolStep = async (ctx, scope) => {
  const { parts, pool, poolKey } = scope
  const { hash } = known(scope.config, 'configuration')
  const names = { token: tokenSecretName(pool.metadata.name, hash), data: userDataSecretName(pool.metadata.name, hash) }
  const present = new Map(parts.reads.secrets.find(INDEX.pool, poolKey).map((secret) => [secret.metadata.name, secret]))
  for (const secret of present.values()) {
    if (secret.metadata.name !== names.token && secret.metadata.name !== names.data) await letGo(ctx, scope, secret)
  }
  const token = await ensureToken(ctx, scope, names.token, present.get(names.token))
  const encoded = known(token.data?.['token'], 'token')
  await ensure(parts.client, Secret, present.get(names.data), userDataSecret(scope, names.data, encoded))
}

/** Tokens may still be in use for a while; what machines boot with is read when they are made. */
async function letGo(ctx: Ctx, { parts, pool }: PoolScope, secret: Stored<Secret>): Promise<void> {
  const { name, annotations, namespace = '', resourceVersion } = secret.metadata
  if (annotations?.[ANNOTATIONS.ignitionConfig] === undefined) {
    if (name.startsWith('user-data-') && !KEEPS_USER_DATA.has(pool.spec.platform.type)) {
      await parts.client.delete(Secret, { namespace, name })
    }
    return
  }
  if (annotations[ANNOTATIONS.tokenExpiration] !== undefined) return
  const expiration = { [ANNOTATIONS.tokenExpiration]: formatTime(ctx.clock.now() + EXPIRY_MS) }
  const body = { metadata: { resourceVersion, annotations: expiration } }
  await parts.client.patchUnread(Secret, { namespace, name }, { type: 'merge', body })
}

/**
 * The content of a token never changes; what is known of other configuration of the cluster does. One that is there,
 * though nobody here knew, stays as well: machines may have booted with it.
 */
async function ensureToken(
  ctx: Ctx,
  scope: PoolScope,
  name: string,
  present: Stored<Secret> | undefined,
): Promise<Stored<Secret>> {
  const { client } = scope.parts
  const wanted = tokenSecret(ctx, scope, name, present)
  // A configuration that somebody came back to is not outdated any more.
  if (present) return ensure(client, Secret, present, wanted, { annotations: [ANNOTATIONS.tokenExpiration] })
  try {
    return await client.create(Secret, wanted)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
  const found = await client.get(Secret, { namespace: scope.controlPlane, name })
  if (!found) throw new StatusError('Conflict', `Secret ${name} is going just now`)
  return ensureToken(ctx, scope, name, found)
}

function tokenSecret(ctx: Ctx, scope: PoolScope, name: string, present: Stored<Secret> | undefined): Draft<Secret> {
  const { parts, pool, poolKey, controlPlane, hostedCluster } = scope
  return {
    metadata: {
      namespace: controlPlane,
      name,
      annotations: {
        [ANNOTATIONS.ignitionConfig]: 'true',
        [ANNOTATIONS.upgradeType]: pool.spec.management.upgradeType,
        [NODE_POOL_ANNOTATION]: poolKey,
        ...(present ? {} : { [ANNOTATIONS.tokenGenerationTime]: new Date(ctx.clock.now()).toISOString() }),
      },
    },
    immutable: false,
    data: {
      ...(present?.data ?? newTokenData(ctx, scope)),
      'hc-configuration-hash': base64(hash8(goJson(hostedCluster.spec.configuration ?? {}))),
      'cloud-config-hash': base64(cloudConfigHash(parts.reads, hostedCluster, controlPlane)),
    },
    type: 'Opaque',
  }
}

function newTokenData({ random }: Ctx, scope: PoolScope): Record<string, string> {
  const { parts, pool, hostedCluster } = scope
  const { namespace = '' } = hostedCluster.metadata
  const { pullSecret, additionalTrustBundle } = hostedCluster.spec
  const pullSecretText = parts.reads.secrets.get({ namespace, name: pullSecret.name })?.data?.['.dockerconfigjson']
  const bundle = additionalTrustBundle && parts.reads.configMaps.get({ namespace, name: additionalTrustBundle.name })
  return {
    token: base64(uid(random)),
    release: base64(pool.spec.release.image),
    'release-version': base64(known(scope.release, 'release').version),
    config: base64(gzipSync(known(scope.config, 'configuration').text).toString('base64')),
    'pull-secret-hash': base64(hash8(Buffer.from(pullSecretText ?? '', 'base64').toString('utf8'))),
    'additional-trust-bundle-hash': base64(hash8(bundle?.data?.['ca-bundle.crt'] ?? '')),
    'os-stream': '',
  }
}

function userDataSecret(scope: PoolScope, name: string, encodedToken: string): Draft<Secret> {
  return {
    metadata: { namespace: scope.controlPlane, name, annotations: { [NODE_POOL_ANNOTATION]: scope.poolKey } },
    immutable: false,
    type: 'Opaque',
    data: { disableTemplating: base64(base64('true')), value: base64(userData(scope, encodedToken)) },
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
