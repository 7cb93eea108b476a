import { defineKind, kubeObject, type ObjectOf, s, type TypeOf } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { emptyPart, optionalText } from '../openshift/fields.ts'
import { hiveInternalV1Alpha1 } from './group.ts'

const SyncedResource = s.object({
  apiVersion: s.string({ description: 'API version of the object.' }),
  kind: optionalText('Kind of the object.'),
  name: s.string({ description: 'Name of the object.' }),
  namespace: optionalText('Namespace of the object.'),
})

/** How one SyncSet fared in one cluster. */
export const SyncStatus = s.object({
  name: s.string({ description: 'Name of the SyncSet.' }),
  observedGeneration: s.int64({ description: 'Generation that was applied.' }),
  resourcesToDelete: s.optional(
    s.array(SyncedResource, { description: 'Objects that go when the SyncSet no longer has them.' }),
  ),
  result: s.enum(['Success', 'Failure'], { description: 'Whether it worked.' }),
  failureMessage: optionalText('What went wrong.'),
  lastTransitionTime: s.time({ description: 'When the result last changed.' }),
  firstSuccessTime: s.optional(s.time({ description: 'When it first worked.' })),
})
export type SyncStatus = TypeOf<typeof SyncStatus>

const status = s.object(
  {
    syncSets: s.optional(s.array(SyncStatus, { description: 'How each SyncSet fared.' })),
    selectorSyncSets: s.optional(s.array(SyncStatus, { description: 'How each SelectorSyncSet fared.' })),
    conditions: s.optional(probedConditions()),
    firstSuccessTime: s.optional(s.time({ description: 'When all of them first worked.' })),
    controlledByReplica: s.optional(s.int64({ description: 'Replica of the controller that looks after it.' })),
  },
  { description: 'How the SyncSets fared.' },
)

/** How SyncSets fare in a cluster. */
export const ClusterSync = defineKind({
  ...hiveInternalV1Alpha1,
  kind: 'ClusterSync',
  plural: 'clustersyncs',
  shortNames: ['csync'],
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: emptyPart(), status: s.optional(status) },
    { description: 'How SyncSets fare in a cluster.' },
  ),
  columns: [
    { name: 'Status', type: 'string', jsonPath: '.status.conditions[0].reason' },
    { name: 'ControllerReplica', type: 'string', jsonPath: '.status.controlledByReplica' },
    { name: 'Message', type: 'string', jsonPath: '.status.conditions[?(@.type=="Failed")].message', priority: 1 },
  ],
})
export type ClusterSync = ObjectOf<typeof ClusterSync>
