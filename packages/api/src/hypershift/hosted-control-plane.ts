import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { localReference } from '../openshift/references.ts'
import { checked, notRemoved } from '../openshift/rules.ts'
import { controlPlaneFields, nodeSelector, olmCatalogPlacement } from './control-plane-fields.ts'
import { ClusterDns } from './dns.ts'
import { Etcd } from './etcd.ts'
import { optionalText, secretKey, text } from './fields.ts'
import { hypershiftV1Beta1 } from './group.ts'
import { controlPlaneStatusFields } from './hosted-cluster-status.ts'
import { ClusterNetworking } from './networking.ts'
import { MULTI_NETWORK_RULE } from './operator-configuration.ts'
import { ENOUGH_SERVICES } from './services.ts'
import { HostedVersionStatus } from './version-status.ts'

const spec = s.object(
  {
    ...controlPlaneFields,
    releaseImage: text('Image of the release of the cluster.'),
    controlPlaneReleaseImage: optionalText('Release of what runs beside the control plane, where it differs.'),
    clusterID: optionalText('Id of the cluster.'),
    infraID: text('Name of what is made for the cluster.'),
    updateService: s.optional(s.string({ description: 'Where to ask for updates.' })),
    channel: optionalText('Channel to take updates from.'),
    dns: ClusterDns,
    networking: s.optional(ClusterNetworking),
    etcd: Etcd,
    sshKey: localReference('Secret with the key that may log in to nodes: id_rsa.pub.'),
    issuerURL: text('Issuer of tokens of service accounts.'),
    fips: s.optional(s.bool({ description: 'Whether only approved cryptography is used.' })),
    kubeconfig: s.optional(secretKey('Where the kubeconfig is put.')),
    pausedUntil: optionalText('Time until which nothing is done to it, or true.'),
    olmCatalogPlacement: s.defaulted(olmCatalogPlacement),
    nodeSelector: s.optional(nodeSelector),
  },
  {
    description: 'What the control plane shall be.',
    ...checked(
      ENOUGH_SERVICES,
      MULTI_NETWORK_RULE,
      notRemoved('secretEncryption', 'secretEncryption cannot be removed once configured'),
    ),
  },
)

const status = s.object(
  {
    ...controlPlaneStatusFields,
    // The three that Cluster API expects of every control plane.
    ready: s.bool({ description: 'Whether the API can be used.', default: false }),
    initialized: s.bool({ description: 'Whether the API could ever be used.', default: false }),
    externalManagedControlPlane: s.defaulted(
      s.bool({ description: 'Whether no Machine is part of the control plane.', default: true }),
    ),
    versionStatus: s.optional(HostedVersionStatus),
    kubeConfig: s.optional(secretKey('Secret with the kubeconfig of the cluster.')),
    customKubeconfig: s.optional(secretKey('Secret with the kubeconfig for the other name of the API.')),
    oauthCallbackURLTemplate: optionalText('Where identity providers send users back to.'),
    nodeCount: s.optional(s.integer({ description: 'Nodes of the cluster.' })),
    version: optionalText('No longer in use: version of the release.'),
    releaseImage: optionalText('No longer in use: image of the release.'),
    lastReleaseImageTransitionTime: s.optional(s.time({ description: 'No longer in use: when that last changed.' })),
  },
  { description: 'What is known of the control plane.' },
)

/** The control plane of a hosted cluster, in the namespace that it runs in. */
export const HostedControlPlane = defineKind({
  ...hypershiftV1Beta1,
  kind: 'HostedControlPlane',
  plural: 'hostedcontrolplanes',
  shortNames: ['hcp', 'hcps'],
  categories: ['cluster-api'],
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'The control plane of a hosted cluster, in the namespace that it runs in.' },
  ),
})
export type HostedControlPlane = ObjectOf<typeof HostedControlPlane>
