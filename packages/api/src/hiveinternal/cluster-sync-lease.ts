import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { hiveInternalV1Alpha1 } from './group.ts'

/** When everything of a cluster's SyncSets was last applied. */
export const ClusterSyncLease = defineKind({
  ...hiveInternalV1Alpha1,
  kind: 'ClusterSyncLease',
  plural: 'clustersyncleases',
  shortNames: ['csl'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { renewTime: s.microTime({ description: 'When everything was last applied.' }) },
        { description: 'When it was.' },
      ),
    },
    { description: "When everything of a cluster's SyncSets was last applied." },
  ),
})
export type ClusterSyncLease = ObjectOf<typeof ClusterSyncLease>
