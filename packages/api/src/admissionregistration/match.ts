import { s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'

export const MatchCondition = s.object(
  {
    expression: s.string({
      description: 'CEL expression on object, oldObject, request and authorizer; must be of type bool.',
      default: '',
    }),
    name: s.string({ description: 'Name of the condition, unique in its list.', default: '' }),
  },
  {
    description: 'A CEL condition that a request must meet.',
    component: 'io.k8s.api.admissionregistration.v1.MatchCondition',
  },
)
export type MatchCondition = TypeOf<typeof MatchCondition>

/** What every rule says about the requests it is for. */
const ruleFields = {
  apiGroups: s.optional(
    s.array(s.string(), { description: 'API groups of the resources; * alone means all.', listType: 'atomic' }),
  ),
  apiVersions: s.optional(
    s.array(s.string(), { description: 'API versions of the resources; * alone means all.', listType: 'atomic' }),
  ),
  operations: s.optional(
    s.array(s.string(), { description: 'CREATE, UPDATE, DELETE, CONNECT, or * alone for all.', listType: 'atomic' }),
  ),
  resources: s.optional(
    s.array(s.string(), { description: 'Resources, such as pods, pods/log, */scale or *.', listType: 'atomic' }),
  ),
  scope: s.optional(s.string({ description: 'Cluster, Namespaced or * (the default) for both.' })),
}

export const NamedRuleWithOperations = s.object(
  {
    ...ruleFields,
    resourceNames: s.optional(
      s.array(s.string(), { description: 'Names of the objects. Empty means all.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Operations on resources, possibly only on named objects.',
    component: 'io.k8s.api.admissionregistration.v1.NamedRuleWithOperations',
    mapType: 'atomic',
  },
)
export type NamedRuleWithOperations = TypeOf<typeof NamedRuleWithOperations>

export const MatchResources = s.object(
  {
    excludeResourceRules: s.optional(
      s.array(NamedRuleWithOperations, {
        description: 'Requests left out, even when resourceRules names them.',
        listType: 'atomic',
      }),
    ),
    matchPolicy: s.optional(
      s.string({
        description:
          'Exact matches only what the rules list, Equivalent (the default) also other versions of the same resource.',
      }),
    ),
    namespaceSelector: s.optional(
      s.with(LabelSelector, { description: 'Only objects in namespaces with these labels.' }),
    ),
    objectSelector: s.optional(s.with(LabelSelector, { description: 'Only objects with these labels.' })),
    resourceRules: s.optional(
      s.array(NamedRuleWithOperations, {
        description: 'Operations on resources that are meant; one that matches is enough.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'Which requests a policy is for.',
    component: 'io.k8s.api.admissionregistration.v1.MatchResources',
    mapType: 'atomic',
  },
)
export type MatchResources = TypeOf<typeof MatchResources>

export const RuleWithOperations = s.object(ruleFields, {
  description: 'Operations on resources.',
  component: 'io.k8s.api.admissionregistration.v1.RuleWithOperations',
})
export type RuleWithOperations = TypeOf<typeof RuleWithOperations>
