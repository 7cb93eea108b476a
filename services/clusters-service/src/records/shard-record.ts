/** Whether a shard takes new clusters (`active`), only keeps those it has, or is out of reach on purpose. */
export type ShardStatus = 'active' | 'maintenance' | 'offline'

/** The services of a transport to a management cluster. */
export interface MaestroConfig {
  readonly consumer_name: string
  readonly rest_api_config: { readonly url: string }
  readonly grpc_api_config: { readonly url: string }
}

/** What clusters on an Azure management cluster need from their surroundings. */
export interface AzureShard {
  readonly public_dns_zone_resource_id: string
  readonly cx_secrets_key_vault_url: string
  readonly cx_managed_identities_key_vault_url: string
  readonly cx_secrets_key_vault_managed_identity_client_id: string
  readonly aks_management_cluster_resource_id: string
}

/** A target that clusters may be placed on. Kubeconfigs are content, never paths, and secret. */
export interface ShardRecord {
  readonly id: string
  /** Grows with every write. */
  readonly version: number
  readonly status: ShardStatus
  readonly cloudProvider: string
  readonly region: string
  readonly hiveConfig?: string
  readonly awsAccountOperatorConfig?: string
  readonly gcpProjectOperatorConfig?: string
  readonly hypershiftConfig?: string
  readonly awsBaseDomain?: string
  readonly gcpBaseDomain?: string
  readonly managementCluster?: string
  readonly topology?: string
  readonly maestroConfig?: MaestroConfig
  readonly azureShard?: AzureShard
  readonly createdAt: string
  readonly updatedAt: string
}
