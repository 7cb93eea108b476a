import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { apiServiceRules, apiServiceTable } from './api-service.rules.ts'

export const APIServiceReference = s.object(
  {
    name: s.optional(s.string({ description: 'Name of the Service.' })),
    namespace: s.optional(s.string({ description: 'Namespace of the Service.' })),
    port: s.optional(s.int32({ description: 'Port of the Service. 443 by default.' })),
  },
  {
    description: 'A Service in front of an API server.',
    component: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference',
  },
)
export type APIServiceReference = TypeOf<typeof APIServiceReference>

export const APIServiceSpec = s.object(
  {
    caBundle: s.optional(
      s.bytes({ description: "PEM certificates, in base64, that vouch for the server's certificate." }),
    ),
    group: s.optional(s.string({ description: 'The API group.' })),
    groupPriorityMinimum: s.int32({
      description: 'Place of the group among all; a higher number comes first in discovery.',
      default: 0,
    }),
    insecureSkipTLSVerify: s.optional(
      s.bool({ description: 'True trusts any certificate of the server. Not together with caBundle.' }),
    ),
    service: s.optional(
      s.with(APIServiceReference, {
        description: 'Service in front of the server. Without it, the version is served here.',
      }),
    ),
    version: s.optional(s.string({ description: 'The version of the group.' })),
    versionPriority: s.int32({
      description: 'Place of the version in its group; a higher number comes first.',
      default: 0,
    }),
  },
  {
    description: 'Which version of which API group is served, and where.',
    component: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec',
  },
)
export type APIServiceSpec = TypeOf<typeof APIServiceSpec>

export const APIServiceCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'What is observed: Available.', default: '' }),
  },
  {
    description: 'One observation about an APIService.',
    component: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition',
  },
)
export type APIServiceCondition = TypeOf<typeof APIServiceCondition>

export const APIServiceStatus = s.object(
  {
    conditions: s.optional(
      s.array(APIServiceCondition, {
        description: 'Observations, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
  },
  {
    description: 'Whether an API version can be used.',
    component: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus',
  },
)
export type APIServiceStatus = TypeOf<typeof APIServiceStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(APIServiceSpec, { description: 'Which version of which group is served, and where.', default: {} }),
    ),
    status: s.optional(s.with(APIServiceStatus, { description: 'Whether it can be used.', default: {} })),
  },
  {
    description: 'A version of an API group; its name is VERSION.GROUP.',
    component: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  },
)

export const APIService = defineKind({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  scope: 'Cluster',
  categories: ['api-extensions'],
  statusSubresource: true,
  schema,
  columns: apiServiceTable.columns,
  nameRule: 'path-segment',
  rules: apiServiceRules,
})
export type APIService = TypeOf<typeof schema>
