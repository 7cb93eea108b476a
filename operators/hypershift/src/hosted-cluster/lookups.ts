import { ConfigMap, Namespace, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Scope } from './scope.ts'

/** What a hosted cluster names may have been made just before it: what is not known yet is asked for. */
export async function findSecret({ parts, hostedCluster }: Scope, name: string): Promise<Stored<Secret> | undefined> {
  const ref = { namespace: hostedCluster.metadata.namespace, name }
  return parts.reads.secrets.get(ref) ?? parts.client.get(Secret, ref)
}

/** The same for ConfigMaps. */
export async function findConfigMap(
  { parts, hostedCluster }: Scope,
  name: string,
): Promise<Stored<ConfigMap> | undefined> {
  const ref = { namespace: hostedCluster.metadata.namespace, name }
  return parts.reads.configMaps.get(ref) ?? parts.client.get(ConfigMap, ref)
}

/** Whether there is such a namespace. */
export async function hasNamespace({ parts }: Scope, name: string): Promise<boolean> {
  return (parts.reads.namespaces.get({ name }) ?? (await parts.client.get(Namespace, { name }))) !== undefined
}

/** The key of pull secrets. */
export const PULL_SECRET_KEY = '.dockerconfigjson'

/** Why images could not be pulled; undefined when they could. */
export async function pullSecretProblem(scope: Scope): Promise<string | undefined> {
  const name = scope.hostedCluster.spec.pullSecret.name ?? ''
  const secret = await findSecret(scope, name)
  if (!secret) return `pull secret unavailable: secrets "${name}" not found`
  if (secret.data?.[PULL_SECRET_KEY] !== undefined) return undefined
  return `pull secret unavailable: expected ${PULL_SECRET_KEY} key in secret "${name}"`
}
