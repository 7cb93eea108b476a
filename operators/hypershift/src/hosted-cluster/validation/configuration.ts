import type { HostedCluster } from '@skep/api'
import { findConfigMap, hasNamespace } from '../lookups.ts'
import type { Scope } from '../scope.ts'
import { nameProblems } from './names.ts'
import { networkProblems } from './networks.ts'
import { serviceProblems } from './services.ts'
import { readSigningKeys } from './signing-key.ts'

/** The key of ConfigMaps with authorities. */
export const CA_BUNDLE_KEY = 'ca-bundle.crt'

/** What is wrong with the spec of a hosted cluster, and with what it names, in one text; undefined when nothing is. */
export async function configurationProblem(scope: Scope): Promise<string | undefined> {
  const { hostedCluster, parts } = scope
  const problems = [
    ...serviceProblems(hostedCluster, parts.routes ?? true),
    ...(await signingKeyProblems(scope)),
    ...(await platformProblems(scope)),
    ...[...networkProblems(hostedCluster), ...nameProblems(hostedCluster)].map(
      ({ field, message }) => `${field}: ${message}`,
    ),
    ...(await caBundleProblems(scope)),
  ]
  if (problems.length === 0) return undefined
  return problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`
}

async function signingKeyProblems(scope: Scope): Promise<string[]> {
  const name = scope.hostedCluster.spec.serviceAccountSigningKey?.name
  if (!name) return []
  try {
    await readSigningKeys(scope, name)
    return []
  } catch (error) {
    return [`invalid service account signing key: ${(error as Error).message}`]
  }
}

/** The member of the platform that goes with its type, and what it names. */
async function platformProblems(scope: Scope): Promise<string[]> {
  const { platform } = scope.hostedCluster.spec
  const member = memberOf(platform)
  if (member && platform[member] === undefined) {
    return [`${platform.type} cluster needs .spec.platform.${member} to be filled`]
  }
  const { agent } = platform
  if (platform.type !== 'Agent' || !agent || (await hasNamespace(scope, agent.agentNamespace))) return []
  return [`failed to get agent namespace: namespaces "${agent.agentNamespace}" not found`]
}

const memberOf = ({ type }: HostedCluster['spec']['platform']) =>
  (({ AWS: 'aws', Azure: 'azure', Agent: 'agent' }) as const)[type as 'AWS' | 'Azure' | 'Agent']

async function caBundleProblems(scope: Scope): Promise<string[]> {
  const { additionalTrustBundle } = scope.hostedCluster.spec
  const names = [additionalTrustBundle?.name, proxyCaName(scope.hostedCluster)].filter((name) => name !== undefined)
  const problems = await Promise.all(
    names.map(async (name) => {
      const configMap = await findConfigMap(scope, name)
      if (!configMap) return [`failed to get configMap ${name}: configmaps "${name}" not found`]
      return configMap.data?.[CA_BUNDLE_KEY] === undefined ? [`configMap ${name} must have a ${CA_BUNDLE_KEY} key`] : []
    }),
  )
  return problems.flat()
}

/** The ConfigMap with the authorities of the proxy. */
export const proxyCaName = ({ spec }: HostedCluster): string | undefined =>
  spec.configuration?.proxy?.trustedCA?.name || undefined
