import { s } from '@skep/schema'
import { amount, attributes, autoscaling, link, rootVolume, taint, textMap } from '../attributes.ts'
import { resourceType } from '../resource-type.ts'

const spotMarketOptions = attributes({ max_price: s.number({ minimum: 0 }) })

/** Workers of a classic cluster that are alike. */
export const machinePool = resourceType(
  'MachinePool',
  'Machine pool',
  attributes({
    id: s.string(),
    replicas: s.int32({ minimum: 0 }),
    autoscaling,
    instance_type: s.string(),
    availability_zones: s.array(s.string()),
    subnets: s.array(s.string()),
    labels: textMap,
    taints: s.array(taint),
    aws: attributes({
      spot_market_options: spotMarketOptions,
      additional_security_group_ids: s.array(s.string()),
      availability_zone_types: textMap,
      subnet_outposts: textMap,
      tags: textMap,
      capacity_reservation: s.anyObject(),
    }),
    gcp: attributes({ secure_boot: s.bool() }),
    security_group_filters: s.array(attributes({ name: s.string(), value: s.string() })),
    root_volume: rootVolume,
  }),
  { immutable: ['id', 'instance_type', 'availability_zones', 'subnets', 'aws', 'gcp', 'root_volume'] },
)

/** The states that a node pool goes through. */
const NODE_POOL_STATES = [
  'validating',
  'pending',
  'installing',
  'ready',
  'updating',
  'validating_update',
  'pending_update',
  'uninstalling',
  'recoverable_error',
  'error',
] as const

const nodePoolStatus = attributes({
  state: attributes({ value: s.enum(NODE_POOL_STATES), last_updated_timestamp: s.time() }),
  current_replicas: s.integer(),
  message: s.string(),
})

const awsNodePool = attributes({
  instance_type: s.string(),
  instance_profile: s.string(),
  tags: textMap,
  root_volume: attributes({ size: s.int32(), iops: s.int32() }),
  additional_security_group_ids: s.array(s.string()),
  subnet_outposts: textMap,
  availability_zone_types: textMap,
  ec2_metadata_http_tokens: s.enum(['optional', 'required']),
  capacity_reservation: s.anyObject(),
})

const azureNodePool = attributes({
  resource_name: s.string(),
  vm_size: s.string(),
  encryption_at_host: attributes({ state: s.string() }),
  os_disk: attributes({
    size_gibibytes: s.int32({ minimum: 1 }),
    storage_account_type: s.string(),
    persistence: s.string(),
    sse_encryption_set_resource_id: s.string(),
  }),
})

/** Workers of a cluster with a hosted control plane that are alike. */
export const nodePool = resourceType(
  'NodePool',
  'Node pool',
  attributes({
    id: s.string(),
    replicas: s.int32({ minimum: 0 }),
    autoscaling: attributes({ min_replica: s.int32({ minimum: 0 }), max_replica: s.int32({ minimum: 0 }) }),
    auto_repair: s.bool(),
    aws_node_pool: awsNodePool,
    azure_node_pool: azureNodePool,
    availability_zone: s.string(),
    subnet: s.string(),
    labels: textMap,
    taints: s.array(taint),
    version: link,
    tuning_configs: s.array(s.string()),
    kubelet_configs: s.array(s.string()),
    node_drain_grace_period: amount,
    management_upgrade: attributes({ type: s.string(), max_surge: s.string(), max_unavailable: s.string() }),
    image_type: s.string(),
    status: nodePoolStatus,
  }),
  {
    readOnly: ['status'],
    immutable: ['id', 'availability_zone', 'subnet', 'azure_node_pool', 'aws_node_pool.instance_type', 'image_type'],
  },
)
