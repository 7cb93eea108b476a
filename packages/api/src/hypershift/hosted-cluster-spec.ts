import { s, type TypeOf, type ValidationRule } from '@skep/schema'
import { optionalLocalReference } from '../openshift/references.ts'
import { checked, matching, notRemoved, reaches, unchanged, unchangedOnceSet } from '../openshift/rules.ts'
import { controlPlaneFields, nodeSelector, olmCatalogPlacement } from './control-plane-fields.ts'
import { ClusterDns } from './dns.ts'
import { DEFAULT_ETCD, Etcd } from './etcd.ts'
import { pausedUntil, release } from './fields.ts'
import { ClusterNetworking, DEFAULT_NETWORKING } from './networking.ts'
import { MULTI_NETWORK_RULE, OVN_RULE } from './operator-configuration.ts'
import { SERVICE_RULES } from './services.ts'

const clusterID = s.string({
  description: 'Id of the cluster; made up where it is missing.',
  minLength: 36,
  maxLength: 36,
  ...checked(
    matching(
      '[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}',
      'clusterID must be an RFC4122 UUID value (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx in hexadecimal digits)',
    ),
    unchangedOnceSet('clusterID is immutable'),
  ),
})

const infraID = s.string({
  description: 'Name of what is made for the cluster; made up where it is missing.',
  minLength: 1,
  maxLength: 253,
  ...checked(
    matching(
      '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      "infraID must consist of lowercase alphanumeric characters or '-', start and end with an alphanumeric character, and be between 1 and 253 characters",
    ),
    unchangedOnceSet('infraID is immutable'),
  ),
})

const issuerURL = s.string({
  description: 'Issuer of tokens of service accounts.',
  default: 'https://kubernetes.default.svc',
  maxLength: 255,
  ...checked(unchanged('issuerURL is immutable'), {
    rule: 'isURL(self)',
    message: 'issuerURL must be a valid absolute URL',
  }),
})

const NAMED_CERTIFICATES = 'configuration.apiServer.servingCerts.namedCertificates'

const RULES: ValidationRule[] = [
  ...SERVICE_RULES,
  {
    rule: '!has(self.serviceAccountSigningKey) || has(self.issuerURL)',
    message: 'If serviceAccountSigningKey is set, issuerURL must be set',
  },
  {
    rule: `!(${reaches(NAMED_CERTIFICATES)}) || !self.services.exists(s,
  s.service == 'APIServer' && has(s.servicePublishingStrategy.loadBalancer) && has(s.servicePublishingStrategy.loadBalancer.hostname)
  && self.${NAMED_CERTIFICATES}.exists(certificate,
    has(certificate.names) && s.servicePublishingStrategy.loadBalancer.hostname in certificate.names))`,
    message:
      'APIServer loadBalancer hostname cannot be in ClusterConfiguration.apiserver.servingCerts.namedCertificates[]',
  },
  MULTI_NETWORK_RULE,
  OVN_RULE,
  notRemoved('secretEncryption', 'secretEncryption cannot be removed once configured'),
]

/** What a hosted cluster shall be. */
export const HostedClusterSpec = s.object(
  {
    ...controlPlaneFields,
    release: release('Release of the cluster.'),
    controlPlaneRelease: s.optional(release('Release of what runs beside the control plane, where it differs.')),
    clusterID: s.optional(clusterID),
    infraID: s.optional(infraID),
    updateService: s.optional(
      s.string({
        description: 'Where to ask for updates.',
        ...checked({ rule: 'isURL(self)', message: 'updateService must be a valid absolute URL' }),
      }),
    ),
    channel: s.optional(s.string({ description: 'Channel to take updates from.', minLength: 1, maxLength: 100 })),
    dns: s.optional(ClusterDns),
    networking: s.with(ClusterNetworking, { default: DEFAULT_NETWORKING }),
    etcd: s.with(Etcd, { default: DEFAULT_ETCD }),
    sshKey: optionalLocalReference('Secret with the key that may log in to nodes: id_rsa.pub.'),
    issuerURL: s.defaulted(issuerURL),
    fips: s.optional(
      s.bool({
        description: 'Whether only approved cryptography is used.',
        ...checked(unchanged('fips is immutable')),
      }),
    ),
    pausedUntil: s.optional(pausedUntil(4)),
    olmCatalogPlacement: s.defaulted(
      s.with(olmCatalogPlacement, checked(unchanged('OLMCatalogPlacement is immutable'))),
    ),
    nodeSelector: s.optional(
      s.with(
        nodeSelector,
        checked({ rule: 'size(self) <= 20', message: 'nodeSelector map can have at most 20 entries' }),
      ),
    ),
  },
  { description: 'What the cluster shall be.', ...checked(...RULES) },
)
export type HostedClusterSpec = TypeOf<typeof HostedClusterSpec>
