import { defineKind, kubeObject, type ObjectOf, s, type ValidationRule } from '@skep/schema'
import { checked } from '../openshift/rules.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { hypershiftV1Beta1 } from './group.ts'
import { HostedClusterSpec } from './hosted-cluster-spec.ts'
import { HostedClusterStatus } from './hosted-cluster-status.ts'

const keeps = (member: string): ValidationRule => ({
  rule: `!oldSelf.?spec.${member}.hasValue() || self.?spec.${member}.hasValue()`,
  message: `${member} cannot be removed once set`,
})

/** A cluster whose control plane runs in pods of another. */
export const HostedCluster = defineKind({
  ...hypershiftV1Beta1,
  kind: 'HostedCluster',
  plural: 'hostedclusters',
  shortNames: ['hc', 'hcs'],
  schema: s.object(
    { ...kubeObject, spec: HostedClusterSpec, status: s.optional(HostedClusterStatus) },
    {
      description: 'A cluster whose control plane runs in pods of another.',
      ...checked(keeps('infraID'), keeps('clusterID')),
    },
  ),
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.status.version.history[?(@.state=="Completed")].version' },
    {
      name: 'CP Version',
      type: 'string',
      jsonPath: '.status.controlPlaneVersion.history[?(@.state=="Completed")].version',
    },
    { name: 'KubeConfig', type: 'string', jsonPath: '.status.kubeconfig.name' },
    { name: 'Progress', type: 'string', jsonPath: '.status.version.history[?(@.state!="")].state' },
    { name: 'Available', type: 'string', jsonPath: conditionPath('Available', 'status') },
    { name: 'Progressing', type: 'string', jsonPath: conditionPath('Progressing', 'status') },
    { name: 'Message', type: 'string', jsonPath: conditionPath('Available', 'message') },
    { name: 'CP Progress', type: 'string', jsonPath: '.status.controlPlaneVersion.history[0].state', priority: 1 },
    { name: 'DP Progress', type: 'string', jsonPath: '.status.version.history[0].state', priority: 1 },
  ],
})
export type HostedCluster = ObjectOf<typeof HostedCluster>
