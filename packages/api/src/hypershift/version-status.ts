import { s } from '@skep/schema'
import { checked, matching } from '../openshift/rules.ts'
import { UpdateHistory } from '../openshift-config/cluster-version-status.ts'
import { ConditionalUpdate } from '../openshift-config/conditional-update.ts'
import { Release } from '../openshift-config/release.ts'

const conditionalUpdates = s.array(ConditionalUpdate, {
  description: 'Releases with known risks.',
  maxItems: 100,
  listType: 'atomic',
})

/** What a cluster says of its version. */
export const HostedVersionStatus = s.object(
  {
    desired: s.with(Release, { description: 'The release that the cluster is moving to, or is at.' }),
    history: s.optional(s.array(UpdateHistory, { description: 'Past updates, newest first.' })),
    observedGeneration: s.int64({ description: 'Generation of the ClusterVersion that this is about.' }),
    availableUpdates: s.array(Release, { description: 'Releases to go to.', nullable: true, maxItems: 100 }),
    conditionalUpdates: s.optional(conditionalUpdates),
  },
  { description: 'The version that the cluster says it has.' },
)

const controlPlaneUpdate = s.object({
  state: s.enum(['Completed', 'Partial'], { description: 'Whether every component has the release.' }),
  startedTime: s.time({ description: 'When the update began.' }),
  completionTime: s.optional(s.time({ description: 'When it was complete.' })),
  version: s.string({
    description: 'Version of the release.',
    minLength: 1,
    maxLength: 64,
    ...checked(matching(String.raw`^\d+\.\d+\.\d+.*`, 'version must start with semantic version prefix x.y.z')),
  }),
  image: s.string({ description: 'Image of the release.', minLength: 1, maxLength: 447 }),
})

/** The version of what runs beside the control plane. */
export const ControlPlaneVersionStatus = s.object(
  {
    desired: s.with(Release, { description: 'The release that components are moving to, or are at.' }),
    history: s.optional(
      s.array(controlPlaneUpdate, {
        description: 'Past updates, newest first.',
        minItems: 1,
        maxItems: 100,
        listType: 'atomic',
      }),
    ),
    observedGeneration: s.optional(
      s.int64({
        description: 'Generation that this is about.',
        minimum: 1,
        maximum: 9_007_199_254_740_992,
      }),
    ),
  },
  { description: 'Version of what runs beside the control plane.' },
)
