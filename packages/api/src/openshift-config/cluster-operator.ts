import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { operatorConditions } from './cluster-version-status.ts'
import { conditionPath, configV1 } from './group.ts'

const RelatedObject = s.object({
  group: s.string({ description: 'API group of the object.' }),
  resource: s.string({ description: 'Resource of the object.' }),
  namespace: optionalText('Namespace of the object.'),
  name: s.string({ description: 'Name of the object.' }),
})

const status = s.object(
  {
    conditions: s.optional(operatorConditions()),
    versions: s.optional(
      s.array(
        s.object({
          name: s.string({ description: 'Name of the operand.' }),
          version: s.string({ description: 'Its version.' }),
        }),
        { description: 'Versions of what it runs.' },
      ),
    ),
    relatedObjects: s.optional(s.array(RelatedObject, { description: 'Objects that matter to it.' })),
  },
  { description: 'How the operator is.', preserveUnknown: true },
)

/** An operator of an OpenShift cluster. */
export const ClusterOperator = defineKind({
  ...configV1,
  kind: 'ClusterOperator',
  plural: 'clusteroperators',
  shortNames: ['co'],
  schema: s.object(
    {
      ...kubeObject,
      spec: s.defaulted(s.object({}, { description: 'Nothing is asked of it.', default: {} })),
      status: s.optional(status),
    },
    { description: 'An operator of an OpenShift cluster.' },
  ),
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.status.versions[?(@.name=="operator")].version' },
    { name: 'Available', type: 'string', jsonPath: conditionPath('Available', 'status') },
    { name: 'Progressing', type: 'string', jsonPath: conditionPath('Progressing', 'status') },
    { name: 'Degraded', type: 'string', jsonPath: conditionPath('Degraded', 'status') },
    { name: 'Since', type: 'date', jsonPath: conditionPath('Available', 'lastTransitionTime') },
  ],
})
export type ClusterOperator = ObjectOf<typeof ClusterOperator>
