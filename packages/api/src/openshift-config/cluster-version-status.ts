import { s, type TypeOf } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { ConditionalUpdateByName, knownRisks } from './conditional-update.ts'
import { Release } from './release.ts'

/** A condition of an OpenShift operator: no probe, and a time that is always known. */
export const OperatorCondition = s.object({
  lastTransitionTime: s.time({ description: 'When the status last changed.' }),
  message: optionalText('Why, for people.'),
  reason: optionalText('Why, in one word for programs.'),
  status: s.string({ description: 'True, False or Unknown.' }),
  type: s.string({ description: 'What the statement is about.' }),
})
export type OperatorCondition = TypeOf<typeof OperatorCondition>

/** Conditions of an OpenShift operator, one per type. */
export const operatorConditions = () =>
  s.array(OperatorCondition, {
    description: 'What is known about it, one statement per type.',
    listType: 'map',
    listMapKeys: ['type'],
  })

/** An update of a cluster. */
export const UpdateHistory = s.object({
  state: s.string({ description: 'Completed or Partial.' }),
  version: optionalText('Version of the release.'),
  image: s.string({ description: 'Image of the release.' }),
  startedTime: s.time({ description: 'When the update began.' }),
  completionTime: s.time({ description: 'When it was complete.', nullable: true }),
  verified: s.bool({ description: 'Whether the signature of the release was checked.' }),
  acceptedRisks: optionalText('Risks that were taken.'),
})

/** What a cluster says of its version. */
export const ClusterVersionStatus = s.object({
  desired: s.with(Release, { description: 'The release that the cluster is moving to, or is at.' }),
  history: s.optional(s.array(UpdateHistory, { description: 'Past updates, newest first.', listType: 'atomic' })),
  observedGeneration: s.int64({ description: 'Generation of the spec that this is about.' }),
  versionHash: s.string({ description: 'Hash of what is applied.' }),
  availableUpdates: s.array(Release, { description: 'Releases to go to.', nullable: true, listType: 'atomic' }),
  capabilities: s.optional(
    s.object(
      {
        enabledCapabilities: s.optional(s.array(s.string(), { description: 'Those installed.', listType: 'atomic' })),
        knownCapabilities: s.optional(s.array(s.string(), { description: 'Those there are.', listType: 'atomic' })),
      },
      { description: 'Optional parts of the release.' },
    ),
  ),
  conditionalUpdates: s.optional(
    s.array(ConditionalUpdateByName, {
      description: 'Releases with known risks.',
      listType: 'atomic',
      maxItems: 500,
    }),
  ),
  conditionalUpdateRisks: s.optional(knownRisks),
  conditions: s.optional(operatorConditions()),
})
export type ClusterVersionStatus = TypeOf<typeof ClusterVersionStatus>
