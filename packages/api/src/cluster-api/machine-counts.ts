import { s } from '@skep/schema'
import { nextConditions, observedGeneration, optionalCount, optionalFilledText, versions } from './fields.ts'

/** Where /scale finds the numbers of machines. */
export const machineScale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
}

/** What is known of machines that are made from one template. */
export const machineCounts = {
  replicas: optionalCount('Machines that there are.'),
  readyReplicas: optionalCount('Those whose node is ready.'),
  availableReplicas: optionalCount('Those ready for long enough.'),
  selector: optionalFilledText('The selector as text, for the scale subresource.', 4096),
  versions: versions({ maxItems: 100, listType: 'map' }),
  observedGeneration,
  v1beta2: s.optional(
    s.object(
      {
        conditions: nextConditions,
        readyReplicas: optionalCount('Machines that are ready.'),
        availableReplicas: optionalCount('Those ready for long enough.'),
        upToDateReplicas: optionalCount('Those that are as the template says.'),
      },
      { description: 'What the next version says.' },
    ),
  ),
}

/** What has to do with how many machines there shall be. */
export const machineNumbers = {
  replicas: optionalCount('How many machines; one by default.'),
  minReadySeconds: optionalCount('Seconds that a node must be ready to count.'),
}

/** Which machine goes first when there are too many. */
export const deletePolicy = s.optional(
  s.enum(['Random', 'Newest', 'Oldest'], { description: 'Which machine goes first when there are too many.' }),
)
