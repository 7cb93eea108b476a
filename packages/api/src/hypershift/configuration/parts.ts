import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../../openshift/fields.ts'
import { checked } from '../rules.ts'
import { optionalAtomicTexts, optionalNamed, specOf } from './fields.ts'

const stays = (featureSet: string) => ({
  rule: `oldSelf != '${featureSet}' || self == '${featureSet}'`,
  message: `${featureSet} may not be changed`,
})

/** Which features that are not for everybody are on. */
export const featureGate = s.object(
  {
    featureSet: s.optional(
      s.enum(['CustomNoUpgrade', 'DevPreviewNoUpgrade', 'TechPreviewNoUpgrade', 'OKD', ''], {
        description: 'Which set of features.',
        ...checked(stays('CustomNoUpgrade'), stays('TechPreviewNoUpgrade'), stays('DevPreviewNoUpgrade'), {
          rule: "oldSelf != 'OKD' || self != ''",
          message: 'OKD cannot transition to Default',
        }),
      }),
    ),
  },
  specOf('FeatureGate'),
)

const registries = (description: string) =>
  s.optional(s.array(s.string({ minLength: 1, maxLength: 256 }), { description, maxItems: 1024, listType: 'atomic' }))

const registrySources = s.object(
  {
    allowedRegistries: registries('The only ones that images may come from.'),
    blockedRegistries: registries('Those that no images may come from.'),
    insecureRegistries: registries('Those that are reached without TLS, or with any certificate.'),
  },
  {
    description: 'Registries that are treated otherwise; what is not listed is kept as it is.',
    preserveUnknown: true,
    ...checked({
      rule: '!has(self.blockedRegistries) || !has(self.allowedRegistries)',
      message: 'Only one of blockedRegistries or allowedRegistries may be set',
    }),
  },
)

/** Where images come from. */
export const image = s.object(
  {
    additionalTrustedCA: optionalNamed('ConfigMap with the authorities of registries.'),
    externalRegistryHostnames: optionalAtomicTexts('Names of the own registry outside the cluster.'),
    registrySources: s.optional(registrySources),
  },
  specOf('Image'),
)

/** Where pods run. */
export const scheduler = s.object(
  {
    defaultNodeSelector: optionalText('Nodes of pods that want no others.'),
    mastersSchedulable: optionalFlag('Whether pods run on nodes of the control plane.'),
    policy: optionalNamed('ConfigMap with a policy.'),
    profile: s.optional(
      s.enum(['', 'LowNodeUtilization', 'HighNodeUtilization', 'NoScoring'], {
        description: 'Which nodes come first.',
      }),
    ),
  },
  specOf('Scheduler'),
)

const source = s.object(
  {
    disabled: optionalFlag('Whether it is left out.'),
    name: s.optional(s.string({ description: 'Its name.', minLength: 1, maxLength: 253 })),
  },
  { description: 'A catalog.' },
)

/** Which catalogs of operators there are. */
export const operatorHub = s.object(
  {
    disableAllDefaultSources: optionalFlag('Whether all of them are left out.'),
    sources: s.optional(s.array(source, { description: 'Those for which it is otherwise.' })),
  },
  specOf('OperatorHub'),
)
