import { s, type TypeOf } from '@skep/schema'
import { JSONSchemaProps } from './json-schema-props.ts'

export const CustomResourceColumnDefinition = s.object(
  {
    description: s.optional(s.string({ description: 'What the column shows.' })),
    format: s.optional(
      s.string({ description: "OpenAPI format of the value; name marks the column with the object's name." }),
    ),
    jsonPath: s.string({ description: 'Where the value is, as a simple JSON path such as .spec.size.', default: '' }),
    name: s.string({ description: 'Heading of the column.', default: '' }),
    priority: s.optional(s.int32({ description: '0 shows always; a higher number only in wide output.' })),
    type: s.string({
      description: 'OpenAPI type of the value: integer, number, string, boolean or date.',
      default: '',
    }),
  },
  {
    description: 'A column of kubectl get for the objects of a custom kind.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition',
  },
)
export type CustomResourceColumnDefinition = TypeOf<typeof CustomResourceColumnDefinition>

export const CustomResourceSubresourceScale = s.object(
  {
    labelSelectorPath: s.optional(
      s.string({ description: 'JSON path below .spec or .status of the label selector, as a string.' }),
    ),
    specReplicasPath: s.string({ description: 'JSON path below .spec of the wanted replicas.', default: '' }),
    statusReplicasPath: s.string({ description: 'JSON path below .status of the observed replicas.', default: '' }),
  },
  {
    description: 'Where the replica counts of a custom kind are.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale',
  },
)
export type CustomResourceSubresourceScale = TypeOf<typeof CustomResourceSubresourceScale>

export const CustomResourceSubresourceStatus = s.object(
  {},
  {
    description: 'Switches /status on; it has no settings.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
  },
)
export type CustomResourceSubresourceStatus = TypeOf<typeof CustomResourceSubresourceStatus>

export const CustomResourceSubresources = s.object(
  {
    scale: s.optional(
      s.with(CustomResourceSubresourceScale, { description: 'Switches /scale on, and says where the replicas are.' }),
    ),
    status: s.optional(
      s.with(CustomResourceSubresourceStatus, {
        description: 'Switches /status on: the main resource then ignores changes of status, and /status all others.',
      }),
    ),
  },
  {
    description: 'Subresources of a custom kind.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources',
  },
)
export type CustomResourceSubresources = TypeOf<typeof CustomResourceSubresources>

export const CustomResourceValidation = s.object(
  {
    openAPIV3Schema: s.optional(s.with(JSONSchemaProps, { description: 'Their schema.' })),
  },
  {
    description: 'What objects of a version look like.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation',
  },
)
export type CustomResourceValidation = TypeOf<typeof CustomResourceValidation>

export const SelectableField = s.object(
  {
    jsonPath: s.string({ description: 'Where the field is, as a simple JSON path such as .spec.color.', default: '' }),
  },
  {
    description: 'A field that lists can be filtered by.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField',
  },
)
export type SelectableField = TypeOf<typeof SelectableField>

export const CustomResourceDefinitionVersion = s.object(
  {
    additionalPrinterColumns: s.optional(
      s.array(CustomResourceColumnDefinition, {
        description: 'Columns of kubectl get after the name. The age by default.',
        listType: 'atomic',
      }),
    ),
    deprecated: s.optional(s.bool({ description: 'True warns everyone who uses this version.' })),
    deprecationWarning: s.optional(s.string({ description: 'What the warning says; only with deprecated.' })),
    name: s.string({ description: 'Name of the version, such as v1 or v1beta1.', default: '' }),
    schema: s.optional(s.with(CustomResourceValidation, { description: 'What objects of this version look like.' })),
    selectableFields: s.optional(
      s.array(SelectableField, { description: 'Fields that lists can be filtered by; at most 8.', listType: 'atomic' }),
    ),
    served: s.bool({ description: 'Whether this version can be used.', default: false }),
    storage: s.bool({
      description: 'Whether objects are stored in this version; true for exactly one.',
      default: false,
    }),
    subresources: s.optional(s.with(CustomResourceSubresources, { description: 'Subresources of this version.' })),
  },
  {
    description: 'One version of a custom kind.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion',
  },
)
export type CustomResourceDefinitionVersion = TypeOf<typeof CustomResourceDefinitionVersion>
