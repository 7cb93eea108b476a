import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { CustomResourceConversion } from './conversion.ts'
import { customResourceDefinitionRules, customResourceDefinitionTable } from './custom-resource-definition.rules.ts'
import { CustomResourceDefinitionVersion } from './version.ts'

export const CustomResourceDefinitionNames = s.object(
  {
    categories: s.optional(
      s.array(s.string(), {
        description: 'Groups of kinds that kubectl get CATEGORY lists together, such as all.',
        listType: 'atomic',
      }),
    ),
    kind: s.string({ description: 'Kind of the objects, in CamelCase and singular.', default: '' }),
    listKind: s.optional(s.string({ description: 'Kind of lists. KIND followed by List by default.' })),
    plural: s.string({ description: 'Name of the resource in paths, lower case.', default: '' }),
    shortNames: s.optional(
      s.array(s.string(), { description: 'Short names for the command line, lower case.', listType: 'atomic' }),
    ),
    singular: s.optional(
      s.string({ description: 'Name of one object for the command line. The kind in lower case by default.' }),
    ),
  },
  {
    description: 'Names of a custom kind.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames',
  },
)
export type CustomResourceDefinitionNames = TypeOf<typeof CustomResourceDefinitionNames>

export const CustomResourceDefinitionSpec = s.object(
  {
    conversion: s.optional(
      s.with(CustomResourceConversion, { description: 'How objects are converted between versions.' }),
    ),
    group: s.string({ description: 'API group; the name of the definition is PLURAL.GROUP.', default: '' }),
    names: s.with(CustomResourceDefinitionNames, { description: 'Names of the kind.', default: {} }),
    preserveUnknownFields: s.optional(
      s.bool({ description: 'Must be false; keeping unknown fields is for the schema to say.' }),
    ),
    scope: s.string({ description: 'Whether objects live in namespaces: Namespaced or Cluster.', default: '' }),
    versions: s.array(CustomResourceDefinitionVersion, { description: 'The versions.', listType: 'atomic' }),
  },
  {
    description: 'A custom kind: its names, versions and schemas.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec',
  },
)
export type CustomResourceDefinitionSpec = TypeOf<typeof CustomResourceDefinitionSpec>

export const CustomResourceDefinitionCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this condition describes.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'What is observed: NamesAccepted, Established, Terminating, ...', default: '' }),
  },
  {
    description: 'One observation about a definition.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition',
  },
)
export type CustomResourceDefinitionCondition = TypeOf<typeof CustomResourceDefinitionCondition>

export const CustomResourceDefinitionStatus = s.object(
  {
    acceptedNames: s.optional(
      s.with(CustomResourceDefinitionNames, {
        description: 'Names in use; they differ from the wanted ones when those are taken.',
        default: {},
      }),
    ),
    conditions: s.optional(
      s.array(CustomResourceDefinitionCondition, {
        description: 'Observations, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
      }),
    ),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    storedVersions: s.optional(
      s.array(s.string(), {
        description: 'Versions in which objects may still be stored; such a version cannot be removed.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'Whether a definition is served, and how.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus',
  },
)
export type CustomResourceDefinitionStatus = TypeOf<typeof CustomResourceDefinitionStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(CustomResourceDefinitionSpec, {
      description: 'The kind: its names, versions and schemas.',
      default: {},
    }),
    status: s.optional(
      s.with(CustomResourceDefinitionStatus, { description: 'Whether it is served, and how.', default: {} }),
    ),
  },
  {
    description: "Adds a kind of one's own to the API.",
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  },
)

export const CustomResourceDefinition = defineKind({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  statusSubresource: true,
  schema,
  columns: customResourceDefinitionTable.columns,
  rules: customResourceDefinitionRules,
})
export type CustomResourceDefinition = TypeOf<typeof schema>
