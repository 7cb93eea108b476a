import { s, type TypeOf } from '@skep/schema'
import { optionalText as anyText } from '../openshift/fields.ts'
import { checked, unchanged } from '../openshift/rules.ts'
import { text } from './fields.ts'
import { AwsPlatform } from './platform-aws.ts'
import { AzurePlatform } from './platform-azure.ts'
import { KubevirtPlatform } from './platform-kubevirt.ts'
import { PowerVsPlatform } from './platform-powervs.ts'

/** The platforms of hosted clusters. */
export const PLATFORM_TYPES = ['AWS', 'Azure', 'IBMCloud', 'KubeVirt', 'Agent', 'PowerVS', 'None'] as const
export type HostedPlatformType = (typeof PLATFORM_TYPES)[number]

/** The platform of a cluster or a node pool, for good. */
export const platformType = s.enum(PLATFORM_TYPES, {
  description: 'Which platform; None for nodes that somebody else brings.',
  maxLength: 100,
  ...checked(unchanged('Type is immutable')),
})

/** IBM Cloud, of which only the kind of account matters. */
export const IbmCloudPlatform = s.object({ providerType: anyText('Classic or VPC.') }, { description: 'IBM Cloud.' })

/** Where the machines of a cluster are. */
export const HostedPlatform = s.object(
  {
    type: platformType,
    agent: s.optional(
      s.object(
        { agentNamespace: text('Namespace in which agents are looked for.', 63) },
        { description: 'Machines that run an agent.' },
      ),
    ),
    aws: s.optional(AwsPlatform),
    azure: s.optional(AzurePlatform),
    ibmcloud: s.optional(IbmCloudPlatform),
    kubevirt: s.optional(KubevirtPlatform),
    powervs: s.optional(PowerVsPlatform),
  },
  { description: 'Where the machines of the cluster are.' },
)
export type HostedPlatform = TypeOf<typeof HostedPlatform>
