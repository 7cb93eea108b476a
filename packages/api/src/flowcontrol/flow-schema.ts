import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { flowSchemaRules, flowSchemaTable } from './flow-schema.rules.ts'

export const FlowDistinguisherMethod = s.object(
  {
    type: s.string({ description: 'ByUser or ByNamespace.', default: '' }),
  },
  {
    description: 'How requests of a schema are told apart into flows.',
    component: 'io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod',
  },
)
export type FlowDistinguisherMethod = TypeOf<typeof FlowDistinguisherMethod>

export const NonResourcePolicyRule = s.object(
  {
    nonResourceURLs: s.array(s.string(), {
      description: 'Paths, such as /healthz; a trailing /* matches what is below, * alone all.',
      listType: 'set',
    }),
    verbs: s.array(s.string(), { description: 'HTTP methods in lower case; * alone means all.', listType: 'set' }),
  },
  {
    description: 'Requests for paths that are no resources.',
    component: 'io.k8s.api.flowcontrol.v1.NonResourcePolicyRule',
  },
)
export type NonResourcePolicyRule = TypeOf<typeof NonResourcePolicyRule>

export const ResourcePolicyRule = s.object(
  {
    apiGroups: s.array(s.string(), { description: 'API groups; * alone means all.', listType: 'set' }),
    clusterScope: s.optional(s.bool({ description: 'Whether requests without a namespace match.' })),
    namespaces: s.optional(
      s.array(s.string(), { description: 'Namespaces that match; * alone means all.', listType: 'set' }),
    ),
    resources: s.array(s.string(), {
      description: 'Resources, such as pods or nodes/status; * alone means all.',
      listType: 'set',
    }),
    verbs: s.array(s.string(), { description: 'Verbs; * alone means all.', listType: 'set' }),
  },
  { description: 'Requests for resources.', component: 'io.k8s.api.flowcontrol.v1.ResourcePolicyRule' },
)
export type ResourcePolicyRule = TypeOf<typeof ResourcePolicyRule>

export const GroupSubject = s.object(
  {
    name: s.string({ description: 'Name of the group; * means everybody.', default: '' }),
  },
  { description: 'Users by their group.', component: 'io.k8s.api.flowcontrol.v1.GroupSubject' },
)
export type GroupSubject = TypeOf<typeof GroupSubject>

export const ServiceAccountSubject = s.object(
  {
    name: s.string({ description: 'Name of the service account; * means all of the namespace.', default: '' }),
    namespace: s.string({ description: 'Namespace of the service account.', default: '' }),
  },
  { description: 'A service account.', component: 'io.k8s.api.flowcontrol.v1.ServiceAccountSubject' },
)
export type ServiceAccountSubject = TypeOf<typeof ServiceAccountSubject>

export const UserSubject = s.object(
  {
    name: s.string({ description: 'Name of the user; * means everybody.', default: '' }),
  },
  { description: 'Users by name.', component: 'io.k8s.api.flowcontrol.v1.UserSubject' },
)
export type UserSubject = TypeOf<typeof UserSubject>

export const FlowSubject = s.object(
  {
    group: s.optional(s.with(GroupSubject, { description: 'The group, when kind is Group.' })),
    kind: s.string({ description: 'User, Group or ServiceAccount.', default: '' }),
    serviceAccount: s.optional(
      s.with(ServiceAccountSubject, { description: 'The service account, when kind is ServiceAccount.' }),
    ),
    user: s.optional(s.with(UserSubject, { description: 'The user, when kind is User.' })),
  },
  {
    description: 'Whose requests match; the field that fits the kind is filled in.',
    component: 'io.k8s.api.flowcontrol.v1.Subject',
  },
)
export type FlowSubject = TypeOf<typeof FlowSubject>

export const PolicyRulesWithSubjects = s.object(
  {
    nonResourceRules: s.optional(
      s.array(NonResourcePolicyRule, { description: 'Requests for paths that are no resources.', listType: 'atomic' }),
    ),
    resourceRules: s.optional(
      s.array(ResourcePolicyRule, { description: 'Requests for resources.', listType: 'atomic' }),
    ),
    subjects: s.array(FlowSubject, { description: 'Whose requests.', listType: 'atomic' }),
  },
  { description: 'Requests of certain subjects.', component: 'io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects' },
)
export type PolicyRulesWithSubjects = TypeOf<typeof PolicyRulesWithSubjects>

export const PriorityLevelConfigurationReference = s.object(
  {
    name: s.string({ description: 'Name of the PriorityLevelConfiguration.', default: '' }),
  },
  {
    description: 'Names a priority level.',
    component: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference',
  },
)
export type PriorityLevelConfigurationReference = TypeOf<typeof PriorityLevelConfigurationReference>

export const FlowSchemaSpec = s.object(
  {
    distinguisherMethod: s.optional(
      s.with(FlowDistinguisherMethod, {
        description: 'How the requests are told apart into flows. Without it, all are one flow.',
      }),
    ),
    matchingPrecedence: s.optional(
      s.int32({
        description: 'Order in which schemas are tried, lowest first; 1 to 10000, 1000 by default.',
        default: 0,
      }),
    ),
    priorityLevelConfiguration: s.with(PriorityLevelConfigurationReference, {
      description: 'Priority level of the requests.',
      default: {},
    }),
    rules: s.optional(
      s.array(PolicyRulesWithSubjects, {
        description: 'Requests that the schema is for; one rule that matches is enough.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'Which requests go to which priority level.', component: 'io.k8s.api.flowcontrol.v1.FlowSchemaSpec' },
)
export type FlowSchemaSpec = TypeOf<typeof FlowSchemaSpec>

export const FlowSchemaCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.' })),
    type: s.string({ description: 'What is observed, such as Dangling.' }),
  },
  { description: 'One observation about a FlowSchema.', component: 'io.k8s.api.flowcontrol.v1.FlowSchemaCondition' },
)
export type FlowSchemaCondition = TypeOf<typeof FlowSchemaCondition>

export const FlowSchemaStatus = s.object(
  {
    conditions: s.optional(
      s.array(FlowSchemaCondition, {
        description: 'Observations, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
  },
  {
    description: 'What the server found out about a FlowSchema.',
    component: 'io.k8s.api.flowcontrol.v1.FlowSchemaStatus',
  },
)
export type FlowSchemaStatus = TypeOf<typeof FlowSchemaStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(FlowSchemaSpec, { description: 'Which requests go where.', default: {} }),
    status: s.optional(s.with(FlowSchemaStatus, { description: 'What the server found out about it.', default: {} })),
  },
  {
    description: 'Sorts requests to the API server into flows of a priority level.',
    component: 'io.k8s.api.flowcontrol.v1.FlowSchema',
  },
)

export const FlowSchema = defineKind({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  scope: 'Cluster',
  statusSubresource: true,
  schema,
  columns: flowSchemaTable.columns,
  rules: flowSchemaRules,
})
export type FlowSchema = TypeOf<typeof schema>
