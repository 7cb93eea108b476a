import type { SyncSet } from '@skep/api'
import type { Draft } from '@skep/client'
import { parseRelease } from '../../catalog/release.ts'
import { type ClusterOrder, idLabels, nameOf, namespaceOf } from './order.ts'

/** Has Hive copy what a cluster says of its version into the status of the ClusterDeployment. */
export const VERSION_STATUS_ANNOTATION = 'hive.openshift.io/sync-clusterversion-status'

/** The name of the SyncSet that brings an upgrade into a cluster. */
export const upgradeSyncSetName = (policyId: string): string => `upgrade-${policyId}`

/** Asks the version operator of a cluster for a release, in the channel that has it. */
export function upgradeSyncSet(order: ClusterOrder, policyId: string, version: string): Draft<SyncSet> {
  return {
    metadata: { namespace: namespaceOf(order), name: upgradeSyncSetName(policyId), labels: idLabels(order) },
    spec: {
      clusterDeploymentRefs: [{ name: nameOf(order) }],
      // What is taken away later must not be taken away from the cluster.
      resourceApplyMode: 'Upsert',
      patches: [
        {
          apiVersion: 'config.openshift.io/v1',
          kind: 'ClusterVersion',
          name: 'version',
          patchType: 'merge',
          patch: JSON.stringify({ spec: { channel: channelOf(order, version), desiredUpdate: { version } } }),
        },
      ],
    },
  }
}

function channelOf({ record }: ClusterOrder, version: string): string | undefined {
  const release = parseRelease(version)
  const group = record.cluster.version?.channel_group ?? 'stable'
  return release && `${group}-${release.major}.${release.minor}`
}
