import { s, type TypeOf } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { clusterName, gates, objectReference, optionalFilledText, templateMetadata } from './fields.ts'

const Taint = s.object({
  key: s.string({
    description: 'Key of the taint.',
    minLength: 1,
    maxLength: 317,
    pattern:
      '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$',
  }),
  value: s.optional(
    s.string({
      description: 'Value of the taint.',
      minLength: 1,
      maxLength: 63,
      pattern: '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$',
    }),
  ),
  effect: s.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'], { description: 'What it does to pods.' }),
  propagation: s.enum(['Always', 'OnInitialization'], {
    description: 'Whether the node keeps it, or has it at first only.',
  }),
})

const bootstrap = s.object(
  {
    configRef: s.optional(objectReference('Object that makes the data.')),
    dataSecretName: s.optional(s.string({ description: 'Secret with the data.', minLength: 0, maxLength: 253 })),
  },
  { description: 'With what the machine boots.' },
)

/** What a machine shall be. */
export const ClusterApiMachineSpec = s.object({
  clusterName,
  bootstrap,
  infrastructureRef: objectReference('What the provider makes.'),
  version: optionalFilledText('Version of Kubernetes.', 256),
  providerID: optionalFilledText('Id of the machine at its provider.', 512),
  failureDomain: optionalFilledText('Where the machine is.', 256),
  readinessGates: gates('Conditions that a ready machine meets besides the usual ones.'),
  nodeDrainTimeout: optionalText('How long pods get to leave the node.'),
  nodeVolumeDetachTimeout: optionalText('How long volumes get to leave the node.'),
  nodeDeletionTimeout: optionalText('For how long deletion of the node is tried.'),
  taints: s.optional(
    s.array(Taint, {
      description: 'Taints of the node.',
      minItems: 1,
      maxItems: 64,
      listType: 'map',
      listMapKeys: ['key', 'effect'],
    }),
  ),
})
export type ClusterApiMachineSpec = TypeOf<typeof ClusterApiMachineSpec>

/** Machines that are made from a template. */
export const machineTemplate = s.object(
  {
    metadata: templateMetadata,
    spec: s.optional(s.with(ClusterApiMachineSpec, { description: 'What the machines shall be.' })),
  },
  { description: 'The machines to make.' },
)

/** How machines that are made from a template are called. */
export const machineNamingStrategy = s.optional(
  s.object(
    { template: optionalFilledText('Template of the names.', 256) },
    { description: 'How the machines are called.' },
  ),
)
