import { s, type TypeOf } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'
import { ClusterVersionStatus } from '../openshift-config/cluster-version-status.ts'

const AwsPlatformStatus = s.object({
  privateLink: s.optional(
    s.object(
      {
        hostedZoneID: optionalText('Private zone of the API name.'),
        vpcEndpointID: optionalText('VPC endpoint that Hive connects to.'),
        vpcEndpointService: s.optional(
          s.object(
            {
              id: optionalText('Id of the service.'),
              name: optionalText('Name of the service.'),
              defaultAllowedPrincipal: optionalText("Hive's own principal."),
              additionalAllowedPrincipals: optionalTexts('Who else may connect.'),
            },
            { description: 'VPC endpoint service of the cluster.' },
          ),
        ),
      },
      { description: 'Private access by PrivateLink.' },
    ),
  ),
})

const GcpPlatformStatus = s.object({
  privateServiceConnect: s.optional(
    s.object(
      {
        endpoint: optionalText('Endpoint that Hive connects to.'),
        endpointAddress: optionalText('Address of the endpoint.'),
        serviceAttachment: optionalText('Service attachment of the cluster.'),
        serviceAttachmentFirewall: optionalText('Firewall rule of the attachment.'),
        serviceAttachmentSubnet: optionalText('Subnet of the attachment.'),
      },
      { description: 'Private access by Private Service Connect.' },
    ),
  ),
})

const CertificateBundleStatus = s.object({
  name: s.string({ description: 'Name of the bundle.' }),
  generated: s.bool({ description: 'Whether its Secret was filled.' }),
})

/** What Hive knows of a cluster. */
export const ClusterDeploymentStatus = s.object({
  installRestarts: s.optional(s.integer({ description: 'Attempts that failed so far.' })),
  apiURL: optionalText('Where the API answers.'),
  webConsoleURL: optionalText('Where the console answers.'),
  installerImage: optionalText('Installer of the release.'),
  cliImage: optionalText('Command line tools of the release.'),
  installVersion: optionalText('Version of the release.'),
  conditions: s.optional(probedConditions()),
  certificateBundles: s.optional(s.array(CertificateBundleStatus, { description: 'State of the bundles.' })),
  installStartedTimestamp: s.optional(s.time({ description: 'When the first attempt began.' })),
  installedTimestamp: s.optional(s.time({ description: 'When the installation was complete.' })),
  powerState: optionalText('What the cluster is doing: Running, Hibernating or on the way to either.'),
  provisionRef: optionalLocalReference('The current ClusterProvision.'),
  platformStatus: s.optional(
    s.object(
      {
        aws: s.optional(s.with(AwsPlatformStatus, { description: 'AWS.' })),
        gcp: s.optional(s.with(GcpPlatformStatus, { description: 'GCP.' })),
      },
      { description: 'What is known of it on its platform.' },
    ),
  ),
  clusterVersionStatus: s.optional(
    s.with(ClusterVersionStatus, { description: 'Status of the ClusterVersion, where an annotation asks for it.' }),
  ),
})
export type ClusterDeploymentStatus = TypeOf<typeof ClusterDeploymentStatus>
