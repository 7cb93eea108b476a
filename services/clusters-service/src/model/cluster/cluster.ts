import { s, type TypeOf } from '@skep/schema'
import { amount, attributes, autoscaling, link, rootVolume, textMap } from '../attributes.ts'
import {
  awsSettings,
  azureSettings,
  gcpEncryptionKey,
  gcpNetwork,
  gcpSettings,
  proxySettings,
  registryConfig,
} from './clouds.ts'

/** The states that a cluster goes through. */
export const CLUSTER_STATES = [
  'waiting',
  'validating',
  'pending',
  'installing',
  'ready',
  'updating',
  'uninstalling',
  'powering_down',
  'resuming',
  'hibernating',
  'error',
  'unknown',
] as const
/** One of the states that a cluster goes through. */
export type ClusterState = (typeof CLUSTER_STATES)[number]

/** How a cluster does, as `/status` answers and as part of the cluster. */
export const clusterStatus = attributes({
  state: s.enum(CLUSTER_STATES),
  description: s.string(),
  dns_ready: s.bool(),
  oidc_ready: s.bool(),
  provision_error_code: s.string(),
  provision_error_message: s.string(),
  configuration_mode: s.enum(['full', 'read_only']),
  limited_support_reason_count: s.integer(),
  current_compute: s.integer(),
})

const clusterApi = attributes({
  url: s.string(),
  listening: s.enum(['internal', 'external']),
  cidr_block_access: attributes({
    allow: attributes({
      mode: s.enum(['allow_all', 'allow_list']),
      values: s.array(s.string(), { maxItems: 500 }),
    }),
  }),
})

const network = attributes({
  type: s.string(),
  machine_cidr: s.string(),
  service_cidr: s.string(),
  pod_cidr: s.string(),
  host_prefix: s.int32({ minimum: 0, maximum: 128 }),
})

const nodes = attributes({
  total: s.int32({ minimum: 0 }),
  master: s.int32({ minimum: 0 }),
  infra: s.int32({ minimum: 0 }),
  compute: s.int32({ minimum: 0 }),
  autoscale_compute: autoscaling,
  compute_machine_type: link,
  master_machine_type: link,
  infra_machine_type: link,
  compute_labels: textMap,
  availability_zones: s.array(s.string()),
  security_group_filters: s.array(attributes({ name: s.string(), value: s.string() })),
  compute_root_volume: rootVolume,
})

/** A cluster, as it is stored and shown. Which attributes users may write is said in `rules.ts`. */
export const clusterSchema = attributes({
  id: s.string(),
  name: s.string(),
  domain_prefix: s.string(),
  external_id: s.string(),
  infra_id: s.string(),
  openshift_version: s.string(),
  state: s.enum(CLUSTER_STATES),
  status: clusterStatus,
  cloud_provider: link,
  region: link,
  flavour: link,
  version: attributes({
    kind: s.string(),
    id: s.string(),
    href: s.string(),
    channel_group: s.string(),
    raw_id: s.string(),
  }),
  product: link,
  subscription: link,
  api: clusterApi,
  console: attributes({ url: s.string() }),
  dns: attributes({ base_domain: s.string() }),
  network,
  nodes,
  multi_az: s.bool(),
  managed: s.bool(),
  fips: s.bool(),
  etcd_encryption: s.bool(),
  multi_arch_enabled: s.bool(),
  disable_user_workload_monitoring: s.bool(),
  ccs: attributes({ enabled: s.bool(), disable_scp_checks: s.bool() }),
  billing_model: s.enum([
    'standard',
    'marketplace',
    'marketplace-aws',
    'marketplace-azure',
    'marketplace-gcp',
    'marketplace-rhm',
  ]),
  hypershift: attributes({ enabled: s.bool(), management_cluster: s.string(), hcp_namespace: s.string() }),
  aws: awsSettings,
  gcp: gcpSettings,
  gcp_network: gcpNetwork,
  gcp_encryption_key: gcpEncryptionKey,
  azure: azureSettings,
  properties: textMap,
  creation_timestamp: s.time(),
  expiration_timestamp: s.time(),
  channel: s.string(),
  health_state: s.enum(['healthy', 'unhealthy', 'unknown']),
  node_drain_grace_period: amount,
  delete_protection: attributes({ enabled: s.bool() }),
  storage_quota: amount,
  load_balancer_quota: s.int32({ minimum: 0 }),
  proxy: proxySettings,
  additional_trust_bundle: s.string(),
  kubelet_config: attributes({ name: s.string(), pod_pids_limit: s.int32() }),
  htpasswd: s.anyObject(),
  control_plane: attributes({ backup: attributes({ state: s.string() }), log_forwarders: s.anyObject() }),
  external_auth_config: attributes({ enabled: s.bool(), state: s.string() }),
  registry_config: registryConfig,
  image_registry: attributes({ state: s.string() }),
  managed_service: attributes({ enabled: s.bool(), managed: s.bool() }),
  byo_oidc: attributes({ enabled: s.bool() }),
  auto_node: s.anyObject(),
})

/** A cluster, as it is stored. */
export type Cluster = TypeOf<typeof clusterSchema>
/** How a cluster does. */
export type ClusterStatus = TypeOf<typeof clusterStatus>
