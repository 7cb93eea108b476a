import { s } from '@skep/schema'
import { optionalAtomicTexts, optionalNamed, specOf } from './fields.ts'

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

const tlsSecurityProfile = s.object(
  { type: s.optional(s.enum(['Old', 'Intermediate', 'Modern', 'Custom'], { description: 'By whose judgement.' })) },
  { description: 'Which ciphers are good enough.', preserveUnknown: true },
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
