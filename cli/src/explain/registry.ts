import type { Stored } from '@skep/client'
import type { Explainer } from './explainer.ts'
import { ACCOUNT_EXPLAINERS } from './kinds/accounts.ts'
import { CLUSTER_API_EXPLAINERS } from './kinds/cluster-api.ts'
import { clusterDeployment } from './kinds/cluster-deployment.ts'
import { POOL_EXPLAINERS } from './kinds/cluster-pool.ts'
import { controlPlaneComponent } from './kinds/control-plane-component.ts'
import { HIVE_PART_EXPLAINERS } from './kinds/hive-parts.ts'
import { hostedCluster } from './kinds/hosted-cluster.ts'
import { hostedControlPlane } from './kinds/hosted-control-plane.ts'
import { INFRA_MACHINE_EXPLAINERS } from './kinds/infra-machine.ts'
import { machine } from './kinds/machine.ts'
import { MANAGED_CLUSTER_EXPLAINERS } from './kinds/managed-cluster.ts'
import { MANIFEST_WORK_EXPLAINERS } from './kinds/manifest-work.ts'
import { namespace } from './kinds/namespace.ts'
import { NETWORK_EXPLAINERS } from './kinds/network.ts'
import { nodePool } from './kinds/node-pool.ts'
import { pod } from './kinds/pod.ts'
import { SECRET_EXPLAINERS } from './kinds/secrets.ts'
import { TENANT_EXPLAINERS } from './kinds/tenant.ts'
import { WORKLOAD_EXPLAINERS } from './kinds/workloads.ts'

/** One explainer for every kind of which more is known than of any. A new kind adds a file and a line here. */
const EXPLAINERS: readonly Explainer[] = [
  hostedCluster,
  hostedControlPlane,
  controlPlaneComponent,
  nodePool,
  machine,
  clusterDeployment,
  namespace,
  pod,
  ...CLUSTER_API_EXPLAINERS,
  ...INFRA_MACHINE_EXPLAINERS,
  ...MANAGED_CLUSTER_EXPLAINERS,
  ...MANIFEST_WORK_EXPLAINERS,
  ...HIVE_PART_EXPLAINERS,
  ...POOL_EXPLAINERS,
  ...ACCOUNT_EXPLAINERS,
  ...WORKLOAD_EXPLAINERS,
  ...NETWORK_EXPLAINERS,
  ...SECRET_EXPLAINERS,
  ...TENANT_EXPLAINERS,
]

const BY_KIND = new Map(EXPLAINERS.map((explainer) => [`${explainer.kind.group}/${explainer.kind.kind}`, explainer]))

/** What is known of the kind of an object; undefined when it is nothing special. */
export function explainerOf({ apiVersion, kind }: Pick<Stored, 'apiVersion' | 'kind'>): Explainer | undefined {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return BY_KIND.get(`${group}/${kind}`)
}

/** Whether more is known of a kind than of any. */
export const isKnown = ({ group, kind }: { readonly group: string; readonly kind: string }): boolean =>
  BY_KIND.has(`${group}/${kind}`)
