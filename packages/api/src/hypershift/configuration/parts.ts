import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../../openshift/fields.ts'
import { checked, matching } from '../../openshift/rules.ts'
import { optionalNamed } from '../../openshift-config/named.ts'
import { optionalAtomicTexts, specOf } from './fields.ts'

const stays = (featureSet: string) => ({
  rule: `oldSelf != '${featureSet}' || self == '${featureSet}'`,
  message: `${featureSet} may not be changed`,
})

const features = (description: string) =>
  s.optional(s.array(s.string({ pattern: '^([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]+\\.?$' }), { description }))

const ownFeatures = s.object(
  { disabled: features('Those that are off.'), enabled: features('Those that are on.') },
  { description: 'Which features, one by one.', nullable: true },
)

/** Which features that are not for everybody are on. */
export const featureGate = s.object(
  {
    customNoUpgrade: s.optional(ownFeatures),
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

const PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const HOST = `(${PART}(?:(?:\\.${PART})+)?(?::[0-9]+)?)`
const PATH = '(?:(?:/[a-z0-9]+(?:(?:(?:[._]|__|[-]*)[a-z0-9]+)+)?)+)?'

const registry = s.string({
  minLength: 1,
  maxLength: 256,
  ...checked(
    matching(
      `^\\*(?:\\.${PART})+$|^${HOST}${PATH}$`,
      'each registry must be a valid hostname[:port][/path] or wildcard *.hostname format without tags or digests',
    ),
  ),
})

const registries = (description: string) =>
  s.optional(s.array(registry, { description, maxItems: 1024, listType: 'atomic' }))

const registrySources = s.object(
  {
    allowedRegistries: registries('The only ones that images may come from.'),
    blockedRegistries: registries('Those that no images may come from.'),
    containerRuntimeSearchRegistries: s.optional(
      s.array(s.string(), {
        description: 'Where images are looked for that name no registry.',
        format: 'hostname',
        minItems: 1,
        listType: 'set',
      }),
    ),
    insecureRegistries: registries('Those that are reached without TLS, or with any certificate.'),
  },
  {
    description: 'Registries that are treated otherwise.',
    ...checked({
      rule: '!has(self.blockedRegistries) || !has(self.allowedRegistries)',
      message: 'Only one of blockedRegistries or allowedRegistries may be set',
    }),
  },
)

const importRegistry = s.object(
  { domainName: optionalText('Its name.'), insecure: optionalFlag('Whether it is reached without TLS.') },
  { description: 'A registry.' },
)

/** Where images come from. */
export const image = s.object(
  {
    additionalTrustedCA: optionalNamed('ConfigMap with the authorities of registries.'),
    allowedRegistriesForImport: s.optional(
      s.array(importRegistry, { description: 'Registries that people may import from.', listType: 'atomic' }),
    ),
    externalRegistryHostnames: optionalAtomicTexts('Names of the own registry outside the cluster.'),
    registrySources: s.optional(registrySources),
  },
  specOf('Image'),
)

const profileCustomizations = s.object(
  {
    dynamicResourceAllocation: s.optional(
      s.enum(['', 'Enabled', 'Disabled'], { description: 'Whether devices that pods ask for are looked for.' }),
    ),
  },
  { description: 'Where that is otherwise.' },
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
    profileCustomizations: s.optional(profileCustomizations),
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
