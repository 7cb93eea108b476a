import type { ClusterDeployment, ProbedCondition } from '@skep/api'
import type { ChildCollection, ChildRecord } from '../../records/child-record.ts'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import type { ShardRecord } from '../../records/shard-record.ts'

/** A cluster that was ordered on AWS and placed on shard `shard-1`. */
export const aRecord = (over: Partial<ClusterRecord> = {}): ClusterRecord => ({
  id: 'c1',
  version: 1,
  organizationId: 'org-1',
  shardId: 'shard-1',
  namespace: 'uhc-test-c1',
  desiredPowerState: 'Running',
  ...over,
  cluster: {
    id: 'c1',
    name: 'demo',
    domain_prefix: 'demo',
    cloud_provider: { id: 'aws' },
    region: { id: 'us-east-1' },
    product: { id: 'osd' },
    managed: true,
    version: { id: 'openshift-v4.17.0', raw_id: '4.17.0', channel_group: 'stable' },
    ...over.cluster,
  },
})

/** A shard for AWS in us-east-1. */
export const aShard = (over: Partial<ShardRecord> = {}): ShardRecord => ({
  id: 'shard-1',
  version: 1,
  status: 'active',
  cloudProvider: 'aws',
  region: 'us-east-1',
  awsBaseDomain: 'simulator.example.com',
  gcpBaseDomain: 'simulator.example.com',
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
  ...over,
})

/** Something that belongs to cluster `c1`. */
export const aChild = (collection: ChildCollection, id: string, document: ChildRecord['document']): ChildRecord => ({
  clusterId: 'c1',
  collection,
  id,
  version: 1,
  document,
  deleting: false,
})

/** A condition that has been so since the beginning of virtual time. */
export const aCondition = (type: string, status: string, reason = '', message = ''): ProbedCondition => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: '2030-01-01T00:00:00Z',
})

/** The ClusterDeployment of cluster `c1`, not installed. */
export const aDeployment = (
  over: { spec?: Partial<ClusterDeployment['spec']>; status?: ClusterDeployment['status'] } = {},
): ClusterDeployment => ({
  apiVersion: 'hive.openshift.io/v1',
  kind: 'ClusterDeployment',
  metadata: { name: 'demo', namespace: 'uhc-test-c1' },
  spec: { clusterName: 'demo', baseDomain: 'example.com', platform: {}, ...over.spec },
  ...(over.status === undefined ? {} : { status: over.status }),
})
