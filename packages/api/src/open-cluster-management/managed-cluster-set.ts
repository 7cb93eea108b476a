import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { clusterGroup, NAMESPACE_NAME } from './group.ts'

const BY_LABEL = { selectorType: 'ExclusiveClusterSetLabel' }

const clusterSelector = s.object(
  {
    selectorType: s.enum(['ExclusiveClusterSetLabel', 'LabelSelector'], {
      description: 'Whether clusters say which set they are of, or the set says which are its own.',
      default: 'ExclusiveClusterSetLabel',
    }),
    labelSelector: s.optional(labelSelector('Clusters of the set, for LabelSelector.')),
  },
  { description: 'Which clusters are of the set.', default: BY_LABEL },
)

const spec = s.object(
  {
    clusterSelector: s.defaulted(clusterSelector),
    managedNamespaces: s.optional(
      s.array(s.object({ name: s.string({ description: 'Name of the namespace.', ...NAMESPACE_NAME }) }), {
        description: 'Namespaces that every cluster of the set has.',
        listType: 'map',
        listMapKeys: ['name'],
      }),
    ),
  },
  { description: 'Which clusters are of the set.', default: { clusterSelector: BY_LABEL } },
)

/** Conditions as a plain list. */
const conditions = s.array(s.condition(), { description: 'What is known of it.' })
const status = s.object({ conditions: s.optional(conditions) }, { description: 'What is known of it.' })

/** Clusters that belong together. */
export const ManagedClusterSet = defineKind({
  ...clusterGroup,
  version: 'v1beta2',
  kind: 'ManagedClusterSet',
  plural: 'managedclustersets',
  shortNames: ['mclset', 'mclsets'],
  scope: 'Cluster',
  schema: s.object(
    { ...kubeObject, spec: s.defaulted(spec), status: s.optional(status) },
    { description: 'Clusters that belong together.' },
  ),
  columns: [{ name: 'Empty', type: 'string', jsonPath: conditionPath('ClusterSetEmpty', 'status') }, ageColumn],
})
export type ManagedClusterSet = ObjectOf<typeof ManagedClusterSet>

/** Lets a namespace use the clusters of a set. */
export const ManagedClusterSetBinding = defineKind({
  ...clusterGroup,
  version: 'v1beta2',
  kind: 'ManagedClusterSetBinding',
  plural: 'managedclustersetbindings',
  shortNames: ['mclsetbinding', 'mclsetbindings'],
  scope: 'Namespaced',
  schema: s.object(
    {
      ...kubeObject,
      spec: s.optional(
        s.object(
          {
            clusterSet: s.optional(
              s.string({ description: 'Name of the set; also that of the binding.', minLength: 1 }),
            ),
          },
          { description: 'Which set.' },
        ),
      ),
      status: s.optional(status),
    },
    { description: 'Lets a namespace use the clusters of a set.' },
  ),
})
export type ManagedClusterSetBinding = ObjectOf<typeof ManagedClusterSetBinding>
