import { s, type TypeOf, type ValidationRule } from '@skep/schema'
import { optionalText, optionalTextMap } from '../openshift/fields.ts'

/** A text that is not empty. */
export const filledText = (description: string, maxLength: number) => s.string({ description, minLength: 1, maxLength })

/** A text that is not empty, and may be missing. */
export const optionalFilledText = (description: string, maxLength: number) =>
  s.optional(filledText(description, maxLength))

/** The cluster that an object is of. */
export const clusterName = filledText('Name of the cluster.', 63)

const ObjectReference = s.object(
  {
    apiVersion: optionalText('API version of the object.'),
    kind: optionalText('Kind of the object.'),
    namespace: optionalText('Namespace of the object.'),
    name: optionalText('Name of the object.'),
    uid: optionalText('Uid of the object.'),
    resourceVersion: optionalText('Version of the object.'),
    fieldPath: optionalText('Part of the object.'),
  },
  { mapType: 'atomic' },
)

/** A reference to an object of any kind. */
export const objectReference = (description: string) => s.with(ObjectReference, { description })

/** A condition of Cluster API: how bad it is, and no reason where all is well. */
export const ClusterApiCondition = s.object({
  type: filledText('What the statement is about.', 256),
  status: s.string({ description: 'True, False or Unknown.' }),
  severity: s.optional(s.string({ description: 'Error, Warning or Info, when the status is False.', maxLength: 32 })),
  lastTransitionTime: s.time({ description: 'When the status last changed.' }),
  reason: optionalFilledText('Why, in one word for programs.', 256),
  message: optionalFilledText('Why, for people.', 10240),
})
export type ClusterApiCondition = TypeOf<typeof ClusterApiCondition>

/** Conditions of Cluster API. */
export const clusterApiConditions = s.optional(
  s.array(ClusterApiCondition, { description: 'What is known of it, one statement per type.' }),
)

/** Conditions as the next version has them. */
export const nextConditions = s.optional(
  s.array(s.condition(), {
    description: 'What is known of it, one statement per type.',
    maxItems: 32,
    listType: 'map',
    listMapKeys: ['type'],
  }),
)

/** What the status of the next version has. */
export const nextStatus = s.optional(
  s.object({ conditions: nextConditions }, { description: 'What the next version says.' }),
)

/** A number that may be missing. */
export const optionalCount = (description: string) => s.optional(s.int32({ description }))

/** The generation that a status is about. */
export const observedGeneration = s.optional(s.int64({ description: 'Generation that this is about.' }))

/** Why an object has failed for good. */
export const terminalFailure = {
  failureReason: optionalText('What is wrong for good, in one word.'),
  failureMessage: optionalFilledText('What is wrong for good, for people.', 10240),
}

/** Labels and annotations for what is made from a template. */
export const templateMetadata = s.optional(
  s.object(
    { labels: optionalTextMap('Labels.'), annotations: optionalTextMap('Annotations.') },
    { description: 'Labels and annotations of what is made.' },
  ),
)

const CONDITION_TYPE =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$'

/** The type of a condition. */
export const conditionType = (description: string, ...rules: ValidationRule[]) =>
  s.string({
    description,
    minLength: 1,
    maxLength: 316,
    pattern: CONDITION_TYPE,
    ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
  })

/** Conditions that count besides the usual ones. */
export const gates = (description: string) =>
  s.optional(
    s.array(
      s.object({
        conditionType: conditionType('Type of the condition.'),
        polarity: s.optional(
          s.enum(['Positive', 'Negative'], { description: 'Whether True is good; it is by default.' }),
        ),
      }),
      { description, maxItems: 32, listType: 'map', listMapKeys: ['conditionType'] },
    ),
  )

/** Addresses of a machine. */
export const machineAddresses = s.optional(
  s.array(
    s.object({
      type: s.enum(['Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'], {
        description: 'What the address is for.',
      }),
      address: filledText('The address.', 256),
    }),
    { description: 'Addresses of the machine.' },
  ),
)

/** Machines by version. */
export const versions = (options: { maxItems: number; listType: 'map' | 'atomic' }) =>
  s.optional(
    s.array(
      s.object({
        version: filledText('The version.', 256),
        replicas: s.optional(s.int32({ description: 'How many have it.', minimum: 1 })),
      }),
      {
        description: 'How many have which version.',
        minItems: 1,
        ...options,
        ...(options.listType === 'map' ? { listMapKeys: ['version'] } : {}),
      },
    ),
  )
