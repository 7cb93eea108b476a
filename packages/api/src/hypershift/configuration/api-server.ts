import { s } from '@skep/schema'
import { optionalNamed } from '../../openshift-config/named.ts'
import { optionalAtomicTexts, specOf } from './fields.ts'

const PROFILES = ['Default', 'WriteRequestBodies', 'AllRequestBodies', 'None'] as const

const auditRule = s.object(
  {
    group: s.string({ description: 'Users of this group.', minLength: 1 }),
    profile: s.enum(PROFILES, { description: 'How much for them.' }),
  },
  { description: 'How much for some.' },
)

const audit = s.object(
  {
    customRules: s.optional(
      s.array(auditRule, { description: 'Where it is another amount.', listType: 'map', listMapKeys: ['group'] }),
    ),
    profile: s.defaulted(s.enum(PROFILES, { description: 'How much.', default: 'Default' })),
  },
  { description: 'What is recorded of requests.', default: { profile: 'Default' } },
)

const namedCertificate = s.object(
  {
    names: s.optional(s.array(s.string(), { description: 'Names it is for.', maxItems: 64, listType: 'atomic' })),
    servingCertificate: optionalNamed('Secret with the certificate and its key.'),
  },
  { description: 'A certificate, and for whom.' },
)

const servingCerts = s.object(
  {
    namedCertificates: s.optional(
      s.array(namedCertificate, { description: 'By name.', maxItems: 32, listType: 'atomic' }),
    ),
  },
  { description: 'Certificates that the API serves with.' },
)

const encryption = s.object(
  { type: s.optional(s.enum(['', 'identity', 'aescbc', 'aesgcm'], { description: 'In which way.' })) },
  { description: 'How Secrets are stored.' },
)

const VERSIONS = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'] as const

const customProfile = s.object(
  {
    ciphers: optionalAtomicTexts('Ciphers, by the names of OpenSSL.'),
    minTLSVersion: s.optional(s.enum(VERSIONS, { description: 'The oldest version of TLS.' })),
  },
  { description: 'What people have chosen themselves.', nullable: true },
)

const knownProfile = (description: string) => s.optional(s.object({}, { description, nullable: true }))

const tlsSecurityProfile = s.object(
  {
    custom: s.optional(customProfile),
    intermediate: knownProfile('For clients of the last years.'),
    modern: knownProfile('For clients of today.'),
    old: knownProfile('For very old clients.'),
    type: s.optional(s.enum(['Old', 'Intermediate', 'Modern', 'Custom'], { description: 'By whose judgement.' })),
  },
  { description: 'Which ciphers are good enough.' },
)

/** How the API is served. */
export const apiServer = s.object(
  {
    additionalCORSAllowedOrigins: optionalAtomicTexts('Pages of other hosts that may call the API.'),
    audit: s.defaulted(audit),
    clientCA: optionalNamed('ConfigMap with further authorities of clients.'),
    encryption: s.optional(encryption),
    servingCerts: s.optional(servingCerts),
    tlsSecurityProfile: s.optional(tlsSecurityProfile),
  },
  specOf('APIServer'),
)
