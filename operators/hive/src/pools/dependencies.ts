import { ClusterImageSet, type HivePlatform, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { credentialsOf, platformOf } from '../full/platforms.ts'
import { decodeSecret } from '../full/secrets.ts'
import type { Inventory } from './inventory.ts'
import type { PoolScope } from './scope.ts'

/** What new clusters are made of, besides the pool. */
export interface ClusterMaterials {
  readonly pullSecret?: string
  readonly installConfigTemplate?: string
  readonly credentials?: Stored<Secret>
  readonly certificates?: Stored<Secret>
}

const POOL_PLATFORMS = new Set(['aws', 'azure', 'gcp', 'openstack', 'vsphere'])

/** Reads everything that new clusters need, or names all that is missing. */
export async function readMaterials(
  scope: PoolScope,
  inventory: Inventory | undefined,
): Promise<{ materials: ClusterMaterials; problems: string[] }> {
  const { imageSetRef, pullSecretRef, installConfigSecretTemplateRef, platform, customizationRef } = scope.pool.spec
  const problems: string[] = []
  const attempt = async <T>(subject: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      problems.push(`${subject}: ${error.message}`)
      return undefined
    }
  }
  await attempt('cluster image set', () => requireImageSet(scope, imageSetRef.name))
  const pullSecret = await attempt('pull secret', () =>
    readText(scope, pullSecretRef?.name, '.dockerconfigjson', 'pull secret'),
  )
  const installConfigTemplate = await attempt('install config template secret', () =>
    readText(scope, installConfigSecretTemplateRef?.name, 'install-config.yaml', 'install-config secret'),
  )
  const secrets = await attempt('credentials secret', () => readCredentials(scope, platform))
  if (customizationRef?.name && !inventory?.common) {
    problems.push(`pool-wide customizationRef ${customizationRef.name} not found`)
  }
  const materials = {
    ...(pullSecret === undefined ? {} : { pullSecret }),
    ...(installConfigTemplate === undefined ? {} : { installConfigTemplate }),
    ...secrets,
  }
  return { materials, problems }
}

/** Something that new clusters need is not there; people can mend it. */
class Missing extends Error {}

async function requireImageSet({ parts }: PoolScope, name: string): Promise<void> {
  if (!(await parts.client.get(ClusterImageSet, { name }))) {
    throw new Missing(`ClusterImageSet.hive.openshift.io "${name}" not found`)
  }
}

async function requireSecret({ parts, pool }: PoolScope, name: string): Promise<Stored<Secret>> {
  const secret = await parts.client.get(Secret, { namespace: pool.metadata.namespace, name })
  if (!secret) throw new Missing(`Secret "${name}" not found`)
  return secret
}

async function readText(
  scope: PoolScope,
  name: string | undefined,
  key: string,
  subject: string,
): Promise<string | undefined> {
  if (!name) return undefined
  const text = decodeSecret(await requireSecret(scope, name), key)
  if (text === undefined) throw new Missing(`${subject} does not contain ${key} data`)
  return text
}

async function readCredentials(
  scope: PoolScope,
  platform: HivePlatform,
): Promise<Pick<ClusterMaterials, 'credentials' | 'certificates'>> {
  if (!POOL_PLATFORMS.has(platformOf(platform) ?? '')) throw new Missing('unsupported platform')
  const name = credentialsOf(platform)
  const certificates = platform.vsphere?.certificatesSecretRef.name
  return {
    ...(name ? { credentials: await requireSecret(scope, name) } : {}),
    ...(certificates ? { certificates: await requireSecret(scope, certificates) } : {}),
  }
}
