import { s } from '@skep/schema'
import { attributes, link } from './attributes.ts'
import { resourceType } from './resource-type.ts'

const serverConfig = attributes({
  server: s.string(),
  kubeconfig: s.string(),
  topology: s.string(),
  aws_shard: attributes({ ecr_repository_urls: s.array(s.string()), backup_configs: s.array(s.anyObject()) }),
})

const maestroConfig = attributes({
  consumer_name: s.string(),
  rest_api_config: attributes({ url: s.string() }),
  grpc_api_config: attributes({ url: s.string() }),
})

const azureShard = attributes({
  public_dns_zone_resource_id: s.string(),
  cx_secrets_key_vault_url: s.string(),
  cx_managed_identities_key_vault_url: s.string(),
  cx_secrets_key_vault_managed_identity_client_id: s.string(),
  aks_management_cluster_resource_id: s.string(),
})

/** A target that clusters may be placed on, with the attributes of both APIs. */
export const provisionShard = resourceType(
  'ProvisionShard',
  'Provision shard',
  attributes({
    id: s.string(),
    status: s.enum(['active', 'maintenance', 'offline']),
    region: link,
    cloud_provider: link,
    hive_config: serverConfig,
    aws_account_operator_config: serverConfig,
    gcp_project_operator: serverConfig,
    hypershift_config: serverConfig,
    aws_base_domain: s.string(),
    gcp_base_domain: s.string(),
    management_cluster: s.string(),
    topology: s.enum(['shared']),
    maestro_config: maestroConfig,
    azure_shard: azureShard,
    creation_timestamp: s.time(),
    last_update_timestamp: s.time(),
  }),
  {
    readOnly: ['management_cluster', 'creation_timestamp', 'last_update_timestamp'],
    immutable: ['id', 'region', 'cloud_provider', 'topology', 'maestro_config', 'azure_shard'],
  },
)
