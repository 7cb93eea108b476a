import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { LocalObjectReference, ObjectReference } from './references.ts'
import { serviceAccountRules, serviceAccountTable } from './service-account.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    automountServiceAccountToken: s.optional(
      s.bool({ description: 'Whether pods of this account get a token mounted. Pods can say otherwise.' }),
    ),
    imagePullSecrets: s.optional(
      s.array(LocalObjectReference, {
        description: 'Secrets with credentials for image registries, for pods of this account.',
        listType: 'atomic',
      }),
    ),
    secrets: s.optional(
      s.array(ObjectReference, {
        description: 'Secrets that pods of this account may use.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
  },
  { description: 'An identity for processes in pods.', component: 'io.k8s.api.core.v1.ServiceAccount' },
)

export const ServiceAccount = defineKind({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
  shortNames: ['sa'],
  schema,
  columns: serviceAccountTable.columns,
  rules: serviceAccountRules,
})
export type ServiceAccount = TypeOf<typeof schema>
