import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalFlag, optionalText, optionalTextMap } from '../openshift/fields.ts'

const spec = s.object(
  {
    namespace: optionalText('Namespace of the agent; open-cluster-management-agent by default.'),
    clusterName: optionalText('Name of the cluster on the hub.'),
    deployOption: s.optional(
      s.object(
        { mode: optionalText('Default, Hosted, Singleton or SingletonHosted.') },
        { description: 'Where the agent runs.', preserveUnknown: true },
      ),
    ),
    externalServerURLs: s.optional(
      s.array(
        s.object({
          url: optionalText('Where the API of the cluster answers.'),
          caBundle: s.optional(s.bytes({ description: 'Authorities of its certificate.' })),
        }),
        { description: 'How the hub reaches the cluster.' },
      ),
    ),
  },
  { description: 'How the agent runs; what is not listed is kept as it is.', preserveUnknown: true },
)

const status = s.object(
  {
    observedGeneration: s.optional(s.int64({ description: 'Generation that this is about.' })),
    conditions: s.optional(s.array(s.condition(), { description: 'What is known of it.' })),
  },
  { description: 'How the agent is; what is not listed is kept as it is.', preserveUnknown: true },
)

/** The agent of a managed cluster. */
export const Klusterlet = defineKind({
  group: 'operator.open-cluster-management.io',
  version: 'v1',
  kind: 'Klusterlet',
  plural: 'klusterlets',
  scope: 'Cluster',
  custom: true,
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: s.optional(spec), status: s.optional(status) },
    { description: 'The agent of a managed cluster.' },
  ),
})
export type Klusterlet = ObjectOf<typeof Klusterlet>

const addOn = (description: string) =>
  s.optional(s.object({ enabled: optionalFlag('Whether the cluster has it.') }, { description, preserveUnknown: true }))

/** Which add-ons a managed cluster has. */
export const KlusterletAddonConfig = defineKind({
  group: 'agent.open-cluster-management.io',
  version: 'v1',
  kind: 'KlusterletAddonConfig',
  plural: 'klusterletaddonconfigs',
  scope: 'Namespaced',
  custom: true,
  statusSubresource: true,
  schema: s.object(
    {
      ...kubeObject,
      spec: s.optional(
        s.object(
          {
            clusterName: optionalText('Name of the cluster.'),
            clusterNamespace: optionalText('Namespace of the cluster.'),
            clusterLabels: optionalTextMap('Labels of the cluster.'),
            applicationManager: addOn('Applications.'),
            certPolicyController: addOn('Policies on certificates.'),
            policyController: addOn('Policies.'),
            searchCollector: addOn('Search.'),
          },
          { description: 'Which add-ons; what is not listed is kept as it is.', preserveUnknown: true },
        ),
      ),
      status: s.optional(s.anyObject({ description: 'How the add-ons are, kept as it is.' })),
    },
    { description: 'Which add-ons a managed cluster has.' },
  ),
})
export type KlusterletAddonConfig = ObjectOf<typeof KlusterletAddonConfig>
