import { s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'

export const ParamKind = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Group and version of the kind.' })),
    kind: s.optional(s.string({ description: 'The kind.' })),
  },
  {
    description: 'The kind of parameter objects.',
    component: 'io.k8s.api.admissionregistration.v1.ParamKind',
    mapType: 'atomic',
  },
)
export type ParamKind = TypeOf<typeof ParamKind>

export const ParamRef = s.object(
  {
    name: s.optional(s.string({ description: 'Name of the object. Not together with selector.' })),
    namespace: s.optional(s.string({ description: "Namespace to look in. By default, that of the request's object." })),
    parameterNotFoundAction: s.optional(s.string({ description: 'What it means when there is none: Allow, or Deny.' })),
    selector: s.optional(
      s.with(LabelSelector, { description: 'Selects objects by label; empty means all. Not together with name.' }),
    ),
  },
  {
    description: 'Which objects hold the parameters: one by name, or several by label.',
    component: 'io.k8s.api.admissionregistration.v1.ParamRef',
    mapType: 'atomic',
  },
)
export type ParamRef = TypeOf<typeof ParamRef>

export const Variable = s.object(
  {
    expression: s.string({ description: 'CEL expression; computed when first used.', default: '' }),
    name: s.string({ description: 'Name, a CEL identifier, by which others use it as variables.NAME.', default: '' }),
  },
  {
    description: 'A named CEL expression for use in others.',
    component: 'io.k8s.api.admissionregistration.v1.Variable',
    mapType: 'atomic',
  },
)
export type Variable = TypeOf<typeof Variable>
