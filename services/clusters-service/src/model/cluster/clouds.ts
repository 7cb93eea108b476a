import { s } from '@skep/schema'
import { attributes, textMap } from '../attributes.ts'

/** Most tags that AWS resources of a cluster may carry. */
const MAX_AWS_TAGS = 25

const sts = attributes({
  enabled: s.bool(),
  role_arn: s.string(),
  external_id: s.string(),
  support_role_arn: s.string(),
  oidc_endpoint_url: s.string(),
  operator_iam_roles: s.array(
    attributes({
      id: s.string(),
      name: s.string(),
      namespace: s.string(),
      role_arn: s.string(),
      service_account: s.string(),
    }),
  ),
  instance_iam_roles: attributes({ master_role_arn: s.string(), worker_role_arn: s.string() }),
  auto_mode: s.bool(),
  operator_role_prefix: s.string(),
  permission_boundary: s.string(),
  managed_policies: s.bool(),
  oidc_config: s.anyObject(),
})

/** What a cluster says of AWS. */
export const awsSettings = attributes({
  account_id: s.string(),
  access_key_id: s.string(),
  secret_access_key: s.string(),
  subnet_ids: s.array(s.string()),
  private_link: s.bool(),
  private_link_configuration: s.anyObject(),
  tags: s.map(s.string(), { maxProperties: MAX_AWS_TAGS }),
  sts,
  kms_key_arn: s.string(),
  etcd_encryption: attributes({ kms_key_arn: s.string() }),
  billing_account_id: s.string(),
  audit_log: attributes({ role_arn: s.string() }),
  ec2_metadata_http_tokens: s.enum(['optional', 'required']),
  private_hosted_zone_id: s.string(),
  private_hosted_zone_role_arn: s.string(),
  hcp_internal_communication_hosted_zone_id: s.string(),
  vpc_endpoint_role_arn: s.string(),
  additional_compute_security_group_ids: s.array(s.string()),
  additional_infra_security_group_ids: s.array(s.string()),
  additional_control_plane_security_group_ids: s.array(s.string()),
  additional_allowed_principals: s.array(s.string()),
  auto_node: s.anyObject(),
  zero_egress: s.anyObject(),
})

/** What a cluster says of Google Cloud. */
export const gcpSettings = attributes({
  project_id: s.string(),
  type: s.string(),
  private_key_id: s.string(),
  private_key: s.string(),
  client_email: s.string(),
  client_id: s.string(),
  auth_uri: s.string(),
  token_uri: s.string(),
  auth_provider_x509_cert_url: s.string(),
  client_x509_cert_url: s.string(),
  security: attributes({ secure_boot: s.bool() }),
  authentication: attributes({ kind: s.string(), id: s.string(), href: s.string(), wif_config_id: s.string() }),
  private_service_connect: attributes({ service_attachment_subnet: s.string() }),
})

const managedIdentity = attributes({
  client_id: s.string(),
  principal_id: s.string(),
  resource_id: s.string(),
})

const operatorsAuthentication = attributes({
  managed_identities: attributes({
    managed_identities_data_plane_identity_url: s.string(),
    control_plane_operators_managed_identities: s.map(managedIdentity),
    data_plane_operators_managed_identities: s.map(managedIdentity),
    service_managed_identity: managedIdentity,
  }),
})

/** What a cluster says of Azure. */
export const azureSettings = attributes({
  subscription_id: s.string(),
  resource_group_name: s.string(),
  resource_name: s.string(),
  tenant_id: s.string(),
  managed_resource_group_name: s.string(),
  subnet_resource_id: s.string(),
  network_security_group_resource_id: s.string(),
  operators_authentication: operatorsAuthentication,
  nodes_outbound_connectivity: attributes({ outbound_type: s.string() }),
  etcd_encryption: s.anyObject(),
  oidc_issuer_url: s.string(),
  container_registry: s.anyObject(),
  vnet_integration_subnet_resource_id: s.string(),
})

/** The network of a cluster that lives in a network made by its owner. */
export const gcpNetwork = attributes({
  vpc_name: s.string(),
  vpc_project_id: s.string(),
  compute_subnet: s.string(),
  control_plane_subnet: s.string(),
})

/** A key of Google Cloud that encrypts the disks of a cluster. */
export const gcpEncryptionKey = attributes({
  kms_key_service_account: s.string(),
  key_location: s.string(),
  key_name: s.string(),
  key_ring: s.string(),
})

/** The proxy through which a cluster reaches the world. */
export const proxySettings = attributes({
  http_proxy: s.string(),
  https_proxy: s.string(),
  no_proxy: s.string(),
})

/** Where images may come from. */
export const registryConfig = attributes({
  registry_sources: attributes({
    allowed_registries: s.array(s.string()),
    blocked_registries: s.array(s.string()),
    insecure_registries: s.array(s.string()),
  }),
  additional_trusted_ca: textMap,
  allowed_registries_for_import: s.array(attributes({ domain_name: s.string(), insecure: s.bool() })),
  platform_allowlist: s.anyObject(),
})
