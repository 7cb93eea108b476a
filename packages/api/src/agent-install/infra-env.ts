import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { labelSelector, localReference } from '../openshift/references.ts'
import { agentConditions, agentInstallV1Beta1, clusterReference, mirrorRegistry, proxy } from './fields.ts'

const kernelArgument = s.object({
  operation: s.optional(s.enum(['append', 'replace', 'delete'], { description: 'What to do with it.' })),
  value: s.optional(s.string({ description: 'The argument.', pattern: '^(?:(?:[^ \\t\\n\\r"]+)|(?:"[^"]*"))+$' })),
})

const spec = s.object(
  {
    additionalNTPSources: optionalTexts('Servers of time besides the usual ones.'),
    additionalTrustBundle: optionalText('Whom hosts trust besides the usual ones, in PEM.'),
    agentApproval: s.optional(
      s.object(
        {
          autoApprove: s.defaulted(s.bool({ description: 'Whether every host is approved.', default: false })),
        },
        { description: 'Who approves hosts.' },
      ),
    ),
    agentLabels: optionalTextMap('Labels that agents get.'),
    clusterRef: clusterReference('Cluster that all hosts are to be part of.'),
    cpuArchitecture: s.defaulted(s.string({ description: 'Architecture of the hosts.', default: 'x86_64' })),
    ignitionConfigOverride: optionalText('Changes to the Ignition configuration of the image, as JSON.'),
    imageType: optionalText('full-iso or minimal-iso.'),
    ipxeScriptType: s.defaulted(
      s.enum(['', 'DiscoveryImageAlways', 'BootOrderControl'], {
        description: 'What hosts that boot over the network get.',
        default: 'DiscoveryImageAlways',
      }),
    ),
    kernelArguments: s.optional(s.array(kernelArgument, { description: 'Arguments of the kernel.' })),
    mirrorRegistryRef: mirrorRegistry,
    networkDiscoveryDelaySeconds: s.optional(
      s.int64({ description: 'How long to wait for network interfaces.', minimum: 0 }),
    ),
    nmStateConfigLabelSelector: s.optional(labelSelector('Network configurations to put into the image.')),
    ntpSources: optionalTexts('The only servers of time.'),
    osImageVersion: optionalText('Version of the system in the image.'),
    proxy: proxy('Proxy of the hosts.'),
    pullSecretRef: localReference('Secret with credentials for registries.'),
    sshAuthorizedKey: optionalText('Key that may log in.'),
  },
  { description: 'What the image shall be.' },
)

const status = s.object(
  {
    agentLabelSelector: s.optional(labelSelector('Agents that have booted it.')),
    bootArtifacts: s.optional(
      s.object(
        {
          discoveryIgnitionURL: optionalText('Where its Ignition configuration is.'),
          initrd: optionalText('Where its initial disk is.'),
          ipxeScript: optionalText('Where the script for the network is.'),
          kernel: optionalText('Where its kernel is.'),
          rootfs: optionalText('Where its file system is.'),
        },
        { description: 'For hosts that boot over the network.' },
      ),
    ),
    conditions: agentConditions,
    createdTime: s.optional(s.time({ description: 'When the image was made.' })),
    debugInfo: s.optional(
      s.object(
        {
          eventsURL: optionalText('Where its events are.'),
          staticNetworkDownloadURL: optionalText('Where its network configuration is.'),
        },
        { description: 'More for people.' },
      ),
    ),
    isoDownloadURL: optionalText('Where the image is.'),
  },
  { description: 'What is known of the image.' },
)

/** An image that hosts boot to be discovered. */
export const InfraEnv = defineKind({
  ...agentInstallV1Beta1,
  kind: 'InfraEnv',
  plural: 'infraenvs',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'An image that hosts boot to be discovered.' },
  ),
  columns: [
    { name: 'ISO Created At', type: 'string', jsonPath: '.status.createdTime' },
    { name: 'ISO URL', type: 'string', jsonPath: '.status.isoDownloadURL', priority: 1 },
  ],
})
export type InfraEnv = ObjectOf<typeof InfraEnv>
