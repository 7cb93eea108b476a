import { cloneJson, isObject, type JsonObject } from '@skep/schema'
import { valueAt } from '../model/paths.ts'
import { badRequest } from '../model/problem.ts'
import { KubeconfigError, serverOf } from './kubeconfig.ts'

/** The attributes of a shard that hold kubeconfigs. */
export const SERVER_CONFIGS = [
  'hive_config',
  'aws_account_operator_config',
  'gcp_project_operator',
  'hypershift_config',
] as const

/** A shard whose kubeconfigs are ones, with the servers that they name. */
export function checkServerConfigs(document: JsonObject): JsonObject {
  const checked = cloneJson(document)
  for (const name of SERVER_CONFIGS) {
    const config = checked[name]
    if (!isObject(config) || typeof config['kubeconfig'] !== 'string') continue
    try {
      config['server'] = serverOf(config['kubeconfig'])
    } catch (error) {
      if (error instanceof KubeconfigError) throw badRequest(`Attribute '${name}.kubeconfig' ${error.message}`)
      throw error
    }
  }
  return checked
}

const REQUIRED = [
  'topology',
  'azure_shard.public_dns_zone_resource_id',
  'azure_shard.cx_secrets_key_vault_url',
  'azure_shard.cx_managed_identities_key_vault_url',
  'azure_shard.cx_secrets_key_vault_managed_identity_client_id',
  'azure_shard.aks_management_cluster_resource_id',
  'maestro_config.consumer_name',
  'maestro_config.rest_api_config.url',
  'maestro_config.grpc_api_config.url',
] as const

const VAULTS = ['azure_shard.cx_secrets_key_vault_url', 'azure_shard.cx_managed_identities_key_vault_url'] as const
/** The domains of key vaults in the clouds of Azure. */
const VAULT_DOMAINS = ['vault.azure.net', 'vault.azure.cn', 'vault.usgovcloudapi.net', 'vault.microsoftazure.de']

/** Checks what a shard on Azure must say of itself. */
export function checkAzureShard(document: JsonObject): void {
  for (const path of REQUIRED) {
    if (textAt(document, path) === '') throw badRequest(`Attribute '${path}' is mandatory`)
  }
  for (const path of VAULTS) checkVault(path, textAt(document, path))
  const rest = restAddress(textAt(document, 'maestro_config.rest_api_config.url'))
  const grpc = grpcAddress(textAt(document, 'maestro_config.grpc_api_config.url'))
  if (rest === grpc) {
    throw badRequest(
      "Attributes 'maestro_config.rest_api_config.url' and 'maestro_config.grpc_api_config.url' must have different hosts or ports",
    )
  }
}

function textAt(document: JsonObject, path: string): string {
  const value = valueAt(document, path)
  return typeof value === 'string' ? value : ''
}

function checkVault(path: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const domain = url?.hostname.split('.').slice(1).join('.') ?? ''
  const valid =
    url?.protocol === 'https:' && url.search === '' && url.pathname === '/' && VAULT_DOMAINS.includes(domain)
  if (!valid) {
    throw badRequest(
      `Attribute '${path}' isn't the URL of a key vault such as https://name.vault.azure.net/: '${text}'`,
    )
  }
}

const REST = /^https?:\/\/([A-Za-z0-9.-]+:\d{1,5})\/?$/
const GRPC = /^([A-Za-z0-9.-]+:\d{1,5})$/

function restAddress(text: string): string {
  const [, address] = REST.exec(text) ?? []
  if (address) return address
  throw badRequest(
    `Attribute 'maestro_config.rest_api_config.url' must have the form <scheme>://<host>:<port>: '${text}'`,
  )
}

function grpcAddress(text: string): string {
  const [, address] = GRPC.exec(text) ?? []
  if (address) return address
  throw badRequest(`Attribute 'maestro_config.grpc_api_config.url' must have the form <host>:<port>: '${text}'`)
}
