import { s } from '@skep/schema'
import { amount, attributes, link } from './attributes.ts'
import { resourceType } from './resource-type.ts'

/** A version of OpenShift that may be installed. */
export const version = resourceType(
  'Version',
  'Version',
  attributes({
    id: s.string(),
    raw_id: s.string(),
    enabled: s.bool(),
    default: s.bool(),
    channel_group: s.string(),
    available_channels: s.array(s.string()),
    rosa_enabled: s.bool(),
    hosted_control_plane_enabled: s.bool(),
    hosted_control_plane_default: s.bool(),
    available_upgrades: s.array(s.string()),
    end_of_life_timestamp: s.time(),
    release_image: s.string(),
    gcp_marketplace_enabled: s.bool(),
    wif_enabled: s.bool(),
  }),
)

/** A cloud that clusters may run in. */
export const cloudProvider = resourceType(
  'CloudProvider',
  'Cloud provider',
  attributes({ id: s.string(), name: s.string(), display_name: s.string() }),
)

/** A region of a cloud. */
export const cloudRegion = resourceType(
  'CloudRegion',
  'Region',
  attributes({
    id: s.string(),
    name: s.string(),
    display_name: s.string(),
    cloud_provider: link,
    enabled: s.bool(),
    supports_multi_az: s.bool(),
    ccs_only: s.bool(),
    supports_hypershift: s.bool(),
    govcloud: s.bool(),
    kms_location_id: s.string(),
    kms_location_name: s.string(),
  }),
)

/** A kind of machine that nodes may run on. */
export const machineType = resourceType(
  'MachineType',
  'Machine type',
  attributes({
    id: s.string(),
    name: s.string(),
    category: s.string(),
    size: s.string(),
    generic_name: s.string(),
    architecture: s.string(),
    ccs_only: s.bool(),
    cloud_provider: link,
    cpu: amount,
    memory: amount,
  }),
)

const instanceTypes = attributes({
  compute_instance_type: s.string(),
  infra_instance_type: s.string(),
  master_instance_type: s.string(),
})

/** A set of defaults for new clusters. */
export const flavour = resourceType(
  'Flavour',
  'Flavour',
  attributes({
    id: s.string(),
    name: s.string(),
    aws: instanceTypes,
    gcp: instanceTypes,
    nodes: attributes({ master: s.int32(), infra: s.int32(), compute: s.int32() }),
    network: attributes({
      machine_cidr: s.string(),
      service_cidr: s.string(),
      pod_cidr: s.string(),
      host_prefix: s.int32(),
    }),
  }),
  { immutable: ['id', 'name'] },
)

/** A domain that was reserved for a cluster to come. */
export const dnsDomain = resourceType(
  'DNSDomain',
  'DNS domain',
  attributes({
    id: s.string(),
    user_defined: s.bool(),
    cloud_provider: s.string(),
    cluster_arch: s.string(),
    cluster: link,
    organization: link,
    reserved_at_timestamp: s.time(),
  }),
)

/** What a cluster is sold as. */
export const product = resourceType('Product', 'Product', attributes({ id: s.string(), name: s.string() }))
