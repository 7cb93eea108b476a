import { s, type TypeOf } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { NameReference, optionalLocalReference } from '../openshift/references.ts'
import { installerEnv } from './installer-env.ts'

/** How Hive installs a cluster. */
export const Provisioning = s.object({
  installConfigSecretRef: optionalLocalReference('Secret with install-config.yaml.'),
  imageSetRef: s.optional(s.with(NameReference, { description: 'ClusterImageSet with the release to install.' })),
  releaseImage: optionalText('Release to install, in place of the one of the image set.'),
  installerImageOverride: optionalText('Installer to use in place of that of the release.'),
  customizationRef: optionalLocalReference('ClusterDeploymentCustomization to apply to the install-config.'),
  manifestsConfigMapRef: optionalLocalReference('ConfigMap with manifests to add to those of the installer.'),
  manifestsSecretRef: optionalLocalReference('Secret with manifests to add to those of the installer.'),
  sshPrivateKeySecretRef: optionalLocalReference('Secret with ssh-privatekey, for gathering logs.'),
  sshKnownHosts: optionalTexts('Host keys that ssh trusts.'),
  installerEnv,
})
export type Provisioning = TypeOf<typeof Provisioning>
