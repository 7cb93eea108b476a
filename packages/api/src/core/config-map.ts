import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { configMapRules, configMapTable } from './config-map.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    binaryData: s.optional(
      s.map(s.bytes(), {
        description:
          "BinaryData contains the binary data. Each key must consist of alphanumeric characters, '-', '_' or '.'. BinaryData can contain byte sequences that are not in the UTF-8 range. The keys stored in BinaryData must not overlap with the ones in the Data field, this is enforced during validation process. Using this field will require 1.10+ apiserver and kubelet. Note: BinaryData keys are not currently propagated to container env vars via ConfigMapKeyRef or ConfigMapRef env sources; only Data keys are used.",
      }),
    ),
    data: s.optional(
      s.map(s.string(), {
        description:
          "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
      }),
    ),
    immutable: s.optional(
      s.bool({
        description:
          'Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be modified). If not set to true, the field can be modified at any time. Defaulted to nil.',
      }),
    ),
  },
  {
    description: 'ConfigMap holds configuration data for pods to consume.',
    component: 'io.k8s.api.core.v1.ConfigMap',
  },
)

export const ConfigMap = defineKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  shortNames: ['cm'],
  schema,
  columns: configMapTable.columns,
  rules: configMapRules,
})
export type ConfigMap = TypeOf<typeof schema>
