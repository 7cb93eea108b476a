import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'
import { clusterApiConditions, machineAddresses, optionalCount, terminalFailure } from './fields.ts'

const KEPT = 'what is not listed is kept as it is.'

/** Where the API of a cluster is reached. */
export const controlPlaneEndpoint = s.optional(
  s.object(
    { host: optionalText('Name or address.'), port: optionalCount('Port.') },
    { description: 'Where the API is reached.' },
  ),
)

/** What a cloud is told of a cluster or machine: these fields, and others that nobody here looks at. */
export const cloudSpec = <P extends Parameters<typeof s.object>[0]>(properties: P) =>
  s.object(properties, { description: `What it shall be; ${KEPT}`, preserveUnknown: true })

/** What is known of the cloud's part of a cluster. */
export const cloudClusterStatus = s.object(
  { ready: optionalFlag('Whether the cloud has made its part.'), conditions: clusterApiConditions },
  { description: `What is known of it; ${KEPT}`, preserveUnknown: true },
)

/** What is known of a machine of a cloud. */
export const cloudMachineStatus = <P extends Parameters<typeof s.object>[0]>(properties: P) =>
  s.object(
    {
      ready: optionalFlag('Whether the machine is there.'),
      addresses: machineAddresses,
      ...terminalFailure,
      conditions: clusterApiConditions,
      ...properties,
    },
    { description: `What is known of the machine; ${KEPT}`, preserveUnknown: true },
  )

/** What is known of the machines that a template makes. */
export const cloudTemplateStatus = s.object(
  { capacity: s.optional(s.map(s.quantity(), { description: 'What one of them has.' })) },
  { description: `What is known of them; ${KEPT}`, preserveUnknown: true },
)

/** The machine that an object of a cloud is for. */
export const OWNING_MACHINE = '.metadata.ownerReferences[?(@.kind=="Machine")].name'
