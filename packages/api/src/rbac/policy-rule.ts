import { s, type TypeOf } from '@skep/schema'

export const PolicyRule = s.object(
  {
    apiGroups: s.optional(
      s.array(s.string(), {
        description: 'API groups of the resources; "" is the core group, * all.',
        listType: 'atomic',
      }),
    ),
    nonResourceURLs: s.optional(
      s.array(s.string(), {
        description:
          'Paths that are no resources, such as /healthz; a trailing * matches the rest. Only in cluster roles.',
        listType: 'atomic',
      }),
    ),
    resourceNames: s.optional(
      s.array(s.string(), {
        description: 'Names of the objects the rule is limited to. Empty means all.',
        listType: 'atomic',
      }),
    ),
    resources: s.optional(
      s.array(s.string(), {
        description: 'Resources, or subresources such as pods/log; * means all.',
        listType: 'atomic',
      }),
    ),
    verbs: s.array(s.string(), {
      description: 'What is allowed, such as get, list, create; * means everything.',
      listType: 'atomic',
    }),
  },
  { description: 'Allows verbs on resources or on paths.', component: 'io.k8s.api.rbac.v1.PolicyRule' },
)
export type PolicyRule = TypeOf<typeof PolicyRule>
