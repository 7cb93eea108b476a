import { ClusterDeployment, ClusterDeploymentCustomization, ClusterImageSet, HiveConfig, Secret } from '@skep/api'
import type { ClientKind, ObjectRef, Stored } from '@skep/client'
import { type KeysOf, type Manager, type Source, watchOf } from '@skep/controller'
import type { HiveSettings } from '../config/settings.ts'
import { credentialsOf } from '../platforms.ts'
import { SecretMetadata } from '../secrets.ts'

const INDEX = 'reference'

/** Under this, all deployments that wait for something are found. */
const UNFINISHED = ''

/** What clusters under way wait for: whatever comes or is mended lets them go on at once. */
export function watchReferences(manager: Manager, settings: HiveSettings): Source[] {
  const deployments = manager.informersOf().of(ClusterDeployment, { indexes: { [INDEX]: referencesOf } })
  const find = (value: string): ObjectRef[] => deployments.find(INDEX, value).map(({ metadata }) => metadata)
  const named =
    (kind: ClientKind): KeysOf =>
    ({ metadata }) =>
      find(textOf(kind, metadata))
  const ofSecret: KeysOf = ({ metadata }) => {
    const { globalPullSecretRef } = settings.current()
    const isGlobal = metadata.name === globalPullSecretRef?.name && metadata.namespace === settings.namespace()
    return find(isGlobal ? UNFINISHED : textOf(Secret, metadata))
  }
  return [
    watchOf(SecretMetadata, ofSecret),
    watchOf(ClusterImageSet, named(ClusterImageSet)),
    watchOf(ClusterDeploymentCustomization, named(ClusterDeploymentCustomization)),
    watchOf(HiveConfig, () => find(UNFINISHED)),
  ]
}

function referencesOf({ metadata: { namespace, deletionTimestamp }, spec }: Stored<ClusterDeployment>): string[] {
  const credentials = credentialsOf(spec.platform)
  const here = (kind: ClientKind, name: string | undefined) => (name ? [textOf(kind, { namespace, name })] : [])
  if (deletionTimestamp !== undefined) return [UNFINISHED, ...here(Secret, credentials)]
  if (spec.installed) return []
  const { imageSetRef, installConfigSecretRef, customizationRef } = spec.provisioning ?? {}
  return [
    UNFINISHED,
    ...here(Secret, credentials),
    ...here(Secret, spec.pullSecretRef?.name),
    ...here(Secret, installConfigSecretRef?.name),
    ...here(ClusterDeploymentCustomization, customizationRef?.name),
    ...(imageSetRef?.name ? [textOf(ClusterImageSet, imageSetRef)] : []),
  ]
}

const textOf = ({ kind }: ClientKind, { namespace = '', name }: ObjectRef): string => `${kind}/${namespace}/${name}`
