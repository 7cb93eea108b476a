import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalFlag, optionalText, optionalTextMap } from '../openshift/fields.ts'
import {
  clusterApiConditions,
  filledText,
  gates,
  nextConditions,
  objectReference,
  observedGeneration,
  optionalCount,
  optionalFilledText,
  terminalFailure,
  versions,
} from './fields.ts'
import { clusterApiV1Beta1 } from './group.ts'

const ranges = (description: string) =>
  s.optional(
    s.object(
      { cidrBlocks: s.array(s.string({ minLength: 1, maxLength: 43 }), { description: 'The ranges.', maxItems: 100 }) },
      { description },
    ),
  )

const clusterNetwork = s.object(
  {
    apiServerPort: optionalCount('Port of the API.'),
    pods: ranges('Addresses of pods.'),
    services: ranges('Addresses of services.'),
    serviceDomain: optionalFilledText('Domain of services.', 253),
  },
  { description: 'Networks of the cluster.' },
)

const spec = s.object(
  {
    paused: optionalFlag('Whether nothing is done to the cluster.'),
    clusterNetwork: s.optional(clusterNetwork),
    controlPlaneEndpoint: s.optional(
      s.object(
        {
          host: s.optional(s.string({ description: 'Name or address.', maxLength: 512 })),
          port: optionalCount('Port.'),
        },
        { description: 'Where the API is reached.' },
      ),
    ),
    controlPlaneRef: s.optional(objectReference('Its control plane.')),
    infrastructureRef: s.optional(objectReference('What the provider makes.')),
    availabilityGates: gates('Conditions that an available cluster meets besides the usual ones.'),
    topology: s.optional(
      s.object(
        { class: optionalText('Class of the cluster.'), version: optionalText('Version of Kubernetes.') },
        { description: 'What its class is told; what is not listed is kept as it is.', preserveUnknown: true },
      ),
    ),
  },
  { description: 'What the cluster shall be.' },
)

const machines = (description: string) =>
  s.optional(
    s.object(
      {
        desiredReplicas: optionalCount('How many there shall be.'),
        replicas: optionalCount('How many there are.'),
        upToDateReplicas: optionalCount('Those that are as they shall be.'),
        readyReplicas: optionalCount('Those that are ready.'),
        availableReplicas: optionalCount('Those ready for long enough.'),
        versions: versions({ maxItems: 32, listType: 'atomic' }),
        upgradePlan: s.optional(
          s.array(s.object({ version: filledText('The version.', 256) }), {
            description: 'Versions on the way.',
            minItems: 1,
            maxItems: 32,
            listType: 'atomic',
          }),
        ),
      },
      { description },
    ),
  )

const status = s.object(
  {
    phase: s.optional(
      s.enum(['Pending', 'Provisioning', 'Provisioned', 'Deleting', 'Failed', 'Unknown'], {
        description: 'How far the cluster is.',
      }),
    ),
    controlPlaneReady: optionalFlag('Whether the control plane is there.'),
    infrastructureReady: optionalFlag('Whether the provider has made its part.'),
    failureDomains: s.optional(
      s.map(
        s.object({
          controlPlane: optionalFlag('Whether control planes may be there.'),
          attributes: optionalTextMap('What the provider says of it.'),
        }),
        { description: 'Where machines may be.' },
      ),
    ),
    ...terminalFailure,
    observedGeneration,
    conditions: clusterApiConditions,
    v1beta2: s.optional(
      s.object(
        {
          conditions: nextConditions,
          controlPlane: machines('Machines of the control plane.'),
          workers: machines('Other machines.'),
        },
        { description: 'What the next version says.' },
      ),
    ),
  },
  { description: 'What is known of the cluster.' },
)

/** A cluster of Cluster API. */
export const ClusterApiCluster = defineKind({
  ...clusterApiV1Beta1,
  kind: 'Cluster',
  plural: 'clusters',
  shortNames: ['cl'],
  schema: s.object(
    { ...kubeObject, spec: s.optional(spec), status: s.optional(status) },
    { description: 'A cluster that is made of machines.' },
  ),
  columns: [
    { name: 'ClusterClass', type: 'string', jsonPath: '.spec.topology.class' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ageColumn,
    { name: 'Version', type: 'string', jsonPath: '.spec.topology.version' },
  ],
})
export type ClusterApiCluster = ObjectOf<typeof ClusterApiCluster>
