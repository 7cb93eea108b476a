import { s, type TypeOf } from '@skep/schema'
import { labelSelector } from '../openshift/references.ts'
import { optionalText } from './fields.ts'
import { AwsNodePool } from './node-pool-aws.ts'
import { AzureNodePool } from './node-pool-azure.ts'
import { KubevirtNodePool } from './node-pool-kubevirt.ts'
import { IbmCloudPlatform, platformType } from './platform.ts'

const PowerVsNodePool = s.object(
  {
    systemType: s.defaulted(s.string({ description: 'Type of the machines.', default: 's922', maxLength: 255 })),
    processorType: s.defaulted(
      s.enum(['dedicated', 'shared', 'capped'], { description: 'Whose the processors are.', default: 'shared' }),
    ),
    processors: s.defaulted(s.intOrString({ description: 'Processors of each machine.', default: '0.5' })),
    memoryGiB: s.defaulted(s.int32({ description: 'Memory of each machine.', default: 32 })),
    image: s.optional(
      s.object(
        { id: optionalText('Id of the image.'), name: optionalText('Name of the image.') },
        { description: 'What to boot, in place of the image of the release.' },
      ),
    ),
    storageType: s.defaulted(s.enum(['tier1', 'tier3'], { description: 'How fast storage is.', default: 'tier1' })),
    imageDeletePolicy: s.defaulted(
      s.enum(['delete', 'retain'], { description: 'What becomes of the image.', default: 'delete' }),
    ),
  },
  { description: 'IBM Power Virtual Server.' },
)

/** What the machines of a node pool are. */
export const NodePoolPlatform = s.object(
  {
    type: platformType,
    agent: s.optional(
      s.object(
        { agentLabelSelector: s.optional(labelSelector('Agents to take.')) },
        { description: 'Machines that run an agent.' },
      ),
    ),
    aws: s.optional(AwsNodePool),
    azure: s.optional(AzureNodePool),
    ibmcloud: s.optional(IbmCloudPlatform),
    kubevirt: s.optional(KubevirtNodePool),
    powervs: s.optional(PowerVsNodePool),
  },
  { description: 'What the machines are.' },
)
export type NodePoolPlatform = TypeOf<typeof NodePoolPlatform>
