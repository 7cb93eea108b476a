import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { NAMESPACE_NAME } from './group.ts'

const configResource = {
  group: s.defaulted(s.string({ description: 'API group of the configuration.', default: '' })),
  resource: s.string({ description: 'Resource of the configuration.', minLength: 1 }),
}
const configName = {
  namespace: optionalText('Namespace of the configuration.'),
  name: s.string({ description: 'Name of the configuration.', minLength: 1 }),
}

const usedConfig = (description: string) =>
  s.optional(s.object({ ...configName, specHash: optionalText('Hash of its spec.') }, { description }))

const spec = s.object(
  {
    installNamespace: s.defaulted(
      s.string({
        description: 'Namespace of the agent in the cluster.',
        default: 'open-cluster-management-agent-addon',
        ...NAMESPACE_NAME,
      }),
    ),
    configs: s.optional(s.array(s.object({ ...configResource, ...configName }), { description: 'Its configuration.' })),
  },
  { description: 'How the add-on is installed.' },
)

const registration = s.object({
  signerName: s.string({
    description: 'Who signs its certificate.',
    minLength: 5,
    maxLength: 571,
    pattern: '^([a-z0-9][a-z0-9-]*[a-z0-9]\\.)+[a-z]+\\/[a-z0-9-\\.]+$',
  }),
  subject: s.optional(
    s.object(
      {
        user: optionalText('Its name.'),
        groups: optionalTexts('Its groups.'),
        organizationUnit: optionalTexts('Its organizational units.'),
      },
      { description: 'Who it is on the hub.' },
    ),
  ),
})

const relatedObject = s.object({
  group: s.string({ description: 'API group of the object.' }),
  resource: s.string({ description: 'Resource of the object.' }),
  namespace: optionalText('Namespace of the object.'),
  name: s.string({ description: 'Name of the object.' }),
})

const configurationStatus = {
  addOnMeta: s.optional(
    s.object(
      { displayName: optionalText('Its name for people.'), description: optionalText('What it does.') },
      { description: 'What it is.' },
    ),
  ),
  addOnConfiguration: s.optional(
    s.object(
      {
        crdName: optionalText('Definition of its configuration.'),
        crName: optionalText('Name of its configuration.'),
        lastObservedGeneration: s.optional(s.int64({ description: 'Generation of it that was seen last.' })),
      },
      { description: 'No longer in use: its configuration.' },
    ),
  ),
  configReferences: s.optional(
    s.array(
      s.object({
        ...configResource,
        ...configName,
        lastObservedGeneration: s.optional(s.int64({ description: 'Generation of it that was seen last.' })),
        desiredConfig: usedConfig('What shall be used.'),
        lastAppliedConfig: usedConfig('What was used last.'),
      }),
      { description: 'Configuration in use.' },
    ),
  ),
  supportedConfigs: s.optional(
    s.array(s.object(configResource), {
      description: 'Kinds of configuration that it knows.',
      listType: 'map',
      listMapKeys: ['group', 'resource'],
    }),
  ),
}

const status = s.object(
  {
    conditions: s.optional(s.conditions()),
    ...configurationStatus,
    healthCheck: s.optional(
      s.object(
        {
          mode: s.defaulted(
            s.enum(['Lease', 'Customized'], { description: 'By a lease, or otherwise.', default: 'Lease' }),
          ),
        },
        { description: 'How its health is known.' },
      ),
    ),
    kubeClientDriver: s.optional(s.enum(['csr', 'token'], { description: 'By what it is known to the hub.' })),
    namespace: optionalText('Namespace of the agent in the cluster.'),
    registrations: s.optional(s.array(registration, { description: 'Who it is on the hub.' })),
    relatedObjects: s.optional(s.array(relatedObject, { description: 'Objects that matter to it.' })),
  },
  { description: 'How the add-on is.' },
)

/** Something that a managed cluster has besides; its namespace says which cluster. */
export const ManagedClusterAddOn = defineKind({
  group: 'addon.open-cluster-management.io',
  version: 'v1alpha1',
  furtherVersions: ['v1beta1'],
  kind: 'ManagedClusterAddOn',
  plural: 'managedclusteraddons',
  shortNames: ['mca', 'mcas'],
  scope: 'Namespaced',
  custom: true,
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Something that a managed cluster has besides.' },
  ),
  columns: ['Available', 'Degraded', 'Progressing'].map((type) => ({
    name: type,
    type: 'string',
    jsonPath: conditionPath(type, 'status'),
  })),
})
export type ManagedClusterAddOn = ObjectOf<typeof ManagedClusterAddOn>
