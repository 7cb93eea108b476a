import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { secretRules, secretTable } from './secret.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    data: s.optional(s.map(s.bytes(), { description: 'Values in base64, by key.' })),
    immutable: s.optional(
      s.bool({ description: 'Once true, the data cannot change any more; only deleting the object undoes it.' }),
    ),
    stringData: s.optional(
      s.map(s.string(), { description: 'Values as plain text, written only: they are moved into data.' }),
    ),
    type: s.optional(
      s.string({ omitEmpty: true, description: 'What the data is, such as Opaque or kubernetes.io/tls.' }),
    ),
  },
  { description: 'Data to be kept from view: passwords, keys, tokens.', component: 'io.k8s.api.core.v1.Secret' },
)

export const Secret = defineKind({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
  schema,
  columns: secretTable.columns,
  selectableFields: ['type'],
  rules: secretRules,
})
export type Secret = TypeOf<typeof schema>
