import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { resourceQuotaRules, resourceQuotaTable } from './resource-quota.rules.ts'

export const ScopedResourceSelectorRequirement = s.object(
  {
    operator: s.string({ description: 'In, NotIn, Exists or DoesNotExist.', default: '' }),
    scopeName: s.string({ description: 'The scope, such as PriorityClass.', default: '' }),
    values: s.optional(s.array(s.string(), { description: 'Values for In and NotIn.', listType: 'atomic' })),
  },
  {
    description: 'A condition on the scope of what a quota counts.',
    component: 'io.k8s.api.core.v1.ScopedResourceSelectorRequirement',
  },
)
export type ScopedResourceSelectorRequirement = TypeOf<typeof ScopedResourceSelectorRequirement>

export const ScopeSelector = s.object(
  {
    matchExpressions: s.optional(
      s.array(ScopedResourceSelectorRequirement, { description: 'The conditions.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Conditions on the scopes of what a quota counts, all of which must hold.',
    component: 'io.k8s.api.core.v1.ScopeSelector',
    mapType: 'atomic',
  },
)
export type ScopeSelector = TypeOf<typeof ScopeSelector>

export const ResourceQuotaSpec = s.object(
  {
    hard: s.optional(
      s.map(s.quantity(), { description: 'Limit by resource, such as pods, requests.cpu or count/secrets.' }),
    ),
    scopeSelector: s.optional(s.with(ScopeSelector, { description: 'Conditions on what is counted.' })),
    scopes: s.optional(
      s.array(s.string(), {
        description: 'What is counted, such as BestEffort or Terminating. All of them must match.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'The most that a namespace may use.', component: 'io.k8s.api.core.v1.ResourceQuotaSpec' },
)
export type ResourceQuotaSpec = TypeOf<typeof ResourceQuotaSpec>

export const ResourceQuotaStatus = s.object(
  {
    hard: s.optional(s.map(s.quantity(), { description: 'Limits in force.' })),
    used: s.optional(s.map(s.quantity(), { description: 'What is used now.' })),
  },
  { description: 'How much of a quota is used.', component: 'io.k8s.api.core.v1.ResourceQuotaStatus' },
)
export type ResourceQuotaStatus = TypeOf<typeof ResourceQuotaStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(ResourceQuotaSpec, { description: 'The limits.', default: {} })),
    status: s.optional(
      s.with(ResourceQuotaStatus, { description: 'How much is used, written by the system.', default: {} }),
    ),
  },
  {
    description: 'A bound on what all objects of a namespace may use together.',
    component: 'io.k8s.api.core.v1.ResourceQuota',
  },
)

export const ResourceQuota = defineKind({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  scope: 'Namespaced',
  shortNames: ['quota'],
  statusSubresource: true,
  schema,
  columns: resourceQuotaTable.columns,
  rules: resourceQuotaRules,
})
export type ResourceQuota = TypeOf<typeof schema>
