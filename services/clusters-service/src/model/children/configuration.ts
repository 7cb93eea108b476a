import { s } from '@skep/schema'
import { attributes } from '../attributes.ts'
import { resourceType } from '../resource-type.ts'

/** The fewest processes that a pod may be limited to. */
const MIN_POD_PIDS = 4096
/** The most processes that a pod may be limited to. */
const MAX_POD_PIDS = 16384

/** Settings of the kubelets of a cluster or of node pools. */
export const kubeletConfig = resourceType(
  'KubeletConfig',
  'Kubelet config',
  attributes({
    id: s.string(),
    name: s.string(),
    pod_pids_limit: s.int32({ minimum: MIN_POD_PIDS, maximum: MAX_POD_PIDS }),
  }),
  { readOnly: ['id'], immutable: ['name'] },
)

/** Settings of the operating system of node pools. */
export const tuningConfig = resourceType(
  'TuningConfig',
  'Tuning config',
  attributes({ id: s.string(), name: s.string(), spec: s.anyObject() }),
  { readOnly: ['id'], immutable: ['name'] },
)

const limits = attributes({ min: s.integer({ minimum: 0 }), max: s.integer({ minimum: 0 }) })

/** How the nodes of a cluster are scaled to their load. */
export const clusterAutoscaler = resourceType(
  'ClusterAutoscaler',
  'Autoscaler',
  attributes({
    id: s.string(),
    balance_similar_node_groups: s.bool(),
    skip_nodes_with_local_storage: s.bool(),
    log_verbosity: s.int32({ minimum: 0 }),
    max_pod_grace_period: s.int32({ minimum: 0 }),
    pod_priority_threshold: s.int32(),
    ignore_daemonsets_utilization: s.bool(),
    max_node_provision_time: s.string(),
    balancing_ignored_labels: s.array(s.string()),
    resource_limits: attributes({
      max_nodes_total: s.int32({ minimum: 0 }),
      cores: limits,
      memory: limits,
      gpus: s.array(attributes({ type: s.string(), range: limits })),
    }),
    scale_down: attributes({
      enabled: s.bool(),
      unneeded_time: s.string(),
      utilization_threshold: s.string(),
      delay_after_add: s.string(),
      delay_after_delete: s.string(),
      delay_after_failure: s.string(),
    }),
  }),
  { readOnly: ['id'] },
)

/** Objects that are kept in a cluster. */
export const syncset = resourceType(
  'Syncset',
  'Syncset',
  attributes({ id: s.string(), resources: s.array(s.anyObject()) }),
  { immutable: ['id'] },
)

/** A label that the cluster carries where it is managed. */
export const label = resourceType(
  'Label',
  'Label',
  attributes({ id: s.string(), key: s.string({ minLength: 1 }), value: s.string() }),
  { readOnly: ['id'], immutable: ['key'] },
)

/** Objects that are kept in the management cluster for a cluster. */
export const manifest = resourceType(
  'Manifest',
  'Manifest',
  attributes({
    id: s.string(),
    workloads: s.array(s.anyObject()),
    spec: s.anyObject(),
    live_resource: s.anyObject(),
    creation_timestamp: s.time(),
    updated_timestamp: s.time(),
  }),
  { readOnly: ['live_resource', 'creation_timestamp', 'updated_timestamp'], immutable: ['id'] },
)
