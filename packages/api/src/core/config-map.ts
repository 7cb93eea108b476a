import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { configMapRules, configMapTable } from './config-map.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    binaryData: s.optional(
      s.map(s.bytes(), { description: 'Values that are not text, in base64. A key may not also be in data.' }),
    ),
    data: s.optional(s.map(s.string(), { description: 'Values that are text, by key.' })),
    immutable: s.optional(
      s.bool({
        description: 'Once true, data and binaryData cannot change any more; only deleting the object undoes it.',
      }),
    ),
  },
  {
    description:
      'Configuration that pods read as files, environment variables or arguments, kept apart from the image.',
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
