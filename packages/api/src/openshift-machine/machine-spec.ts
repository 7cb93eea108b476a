import { s, type TypeOf } from '@skep/schema'
import { optionalText, optionalTextMap } from '../openshift/fields.ts'

const Taint = s.object({
  key: s.string({ description: 'Key of the taint.' }),
  value: optionalText('Value of the taint.'),
  effect: s.string({ description: 'NoSchedule, PreferNoSchedule or NoExecute.' }),
  timeAdded: s.optional(s.time({ description: 'When it was added.' })),
})

/** Labels and annotations for what is made from this; the rest is kept as it is. */
export const copiedMetadata = (description: string) =>
  s.optional(
    s.object(
      { labels: optionalTextMap('Labels.'), annotations: optionalTextMap('Annotations.') },
      { description, preserveUnknown: true },
    ),
  )

/** What a machine shall be. */
export const MachineSpec = s.object(
  {
    metadata: copiedMetadata('Labels and annotations of the node.'),
    lifecycleHooks: s.optional(s.anyObject({ description: 'Who else has a say before it goes, kept as it is.' })),
    providerID: optionalText('Id of the machine at its provider.'),
    providerSpec: s.object(
      { value: s.optional(s.anyObject({ description: 'What the provider is asked for, kept as it is.' })) },
      { description: 'What the provider is asked for.' },
    ),
    taints: s.optional(s.array(Taint, { description: 'Taints of the node.' })),
  },
  { description: 'What the machine shall be.', preserveUnknown: true },
)
export type MachineSpec = TypeOf<typeof MachineSpec>

/** A condition of a machine or a machine set. */
export const MachineCondition = s.object({
  type: s.string({ description: 'What the statement is about.' }),
  status: s.string({ description: 'True, False or Unknown.' }),
  lastTransitionTime: s.time({ description: 'When the status last changed.' }),
  severity: optionalText('How bad it is, when the status is False.'),
  reason: optionalText('Why, in one word for programs.'),
  message: optionalText('Why, for people.'),
})
