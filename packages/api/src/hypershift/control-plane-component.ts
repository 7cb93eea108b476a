import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { optionalText, text } from './fields.ts'
import { hypershiftV1Beta1 } from './group.ts'
import { limitedConditions } from './hosted-cluster-status.ts'

const status = s.object(
  {
    conditions: limitedConditions(10),
    version: optionalText('Version that is rolled out.'),
    resources: s.optional(
      s.array(
        s.object({
          kind: text('Kind of the object.'),
          group: text('API group of the object.'),
          name: text('Name of the object.'),
        }),
        { description: 'Objects that make up the component.', maxItems: 100 },
      ),
    ),
    observedGeneration: s.optional(
      s.int64({
        description: 'Generation of the HostedControlPlane that this is about.',
        minimum: 1,
        maximum: 9_007_199_254_740_992,
      }),
    ),
  },
  { description: 'How far the component is.' },
)

/** A workload of a hosted control plane. */
export const ControlPlaneComponent = defineKind({
  ...hypershiftV1Beta1,
  kind: 'ControlPlaneComponent',
  plural: 'controlplanecomponents',
  shortNames: ['cpc', 'cpcs'],
  schema: s.object(
    { ...kubeObject, spec: emptyPart(), status: s.optional(status) },
    { description: 'A workload of a hosted control plane.' },
  ),
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.status.version' },
    { name: 'Available', type: 'string', jsonPath: conditionPath('Available', 'status') },
    { name: 'RolloutComplete', type: 'string', jsonPath: conditionPath('RolloutComplete', 'status') },
    { name: 'Message', type: 'string', jsonPath: conditionPath('Available', 'message') },
    {
      name: 'RolloutCompleteMessage',
      type: 'string',
      jsonPath: conditionPath('RolloutComplete', 'message'),
      priority: 1,
    },
  ],
})
export type ControlPlaneComponent = ObjectOf<typeof ControlPlaneComponent>
