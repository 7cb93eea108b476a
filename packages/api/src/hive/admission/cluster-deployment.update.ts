import { asJson, type FieldError, fieldError } from '@skep/schema'
import { validateKept } from '../../rules/equal.ts'
import type { ClusterDeployment } from '../cluster-deployment.ts'
import type { ClusterDeploymentSpec } from '../cluster-deployment-spec.ts'
import type { ClusterMetadata } from '../cluster-metadata.ts'
import { validateClusterPlatform } from './cluster-deployment.create.ts'
import { validateIngress } from './ingress.validate.ts'
import { badRequest, invalidFields, type Rejection } from './rejection.ts'
import { specDifference } from './spec-difference.ts'

/** What of a cluster may change, in the words of the message that refuses all else. */
const MUTABLE = [
  'CertificateBundles',
  'ClusterMetadata',
  'ControlPlaneConfig',
  'Ingress',
  'Installed',
  'PreserveOnDelete',
  'ClusterPoolRef',
  'PowerState',
  'HibernateAfter',
  'InstallAttemptsLimit',
  'Platform.AgentBareMetal.AgentSelector',
  'Platform.AWS.PrivateLink.AdditionalAllowedPrincipals',
  'Platform.GCP.DiscardLocalSsdOnHibernate',
]
const MUTABLE_PATHS: ReadonlySet<string> = new Set(MUTABLE)
/** One time each, a cluster on vSphere may go from the old description of its infrastructure to the new one. */
const MUTABLE_IN_CONVERSION: ReadonlySet<string> = new Set([...MUTABLE, 'Platform.VSphere'])

/** Whether a change of a cluster is refused. */
export function validateClusterDeploymentUpdate(
  cluster: ClusterDeployment,
  stored: ClusterDeployment,
): Rejection | undefined {
  const isConversion = isVsphereConversion(cluster.spec, stored.spec)
  return (
    validateImmutableSpec(cluster.spec, stored.spec, isConversion) ??
    validateIngress(cluster.spec) ??
    validateIngressKept(cluster.spec, stored.spec) ??
    invalidFields(cluster, [
      ...(isConversion ? validateClusterPlatform(cluster.spec) : []),
      ...validateInstalled(cluster.spec, stored.spec),
      ...validatePoolRef(cluster.spec.clusterPoolRef, stored.spec.clusterPoolRef),
    ])
  )
}

const isVsphereConversion = ({ platform }: ClusterDeploymentSpec, stored: ClusterDeploymentSpec): boolean =>
  stored.platform.vsphere !== undefined &&
  stored.platform.vsphere.infrastructure === undefined &&
  platform.vsphere?.infrastructure !== undefined

function validateImmutableSpec(
  spec: ClusterDeploymentSpec,
  stored: ClusterDeploymentSpec,
  isConversion: boolean,
): Rejection | undefined {
  // Specs are JSON, though TypeScript cannot tell of an interface without index signature.
  const changes = specDifference(asJson(stored), asJson(spec), isConversion ? MUTABLE_IN_CONVERSION : MUTABLE_PATHS)
  if (changes.length === 0) return undefined
  const fields = MUTABLE.join(',')
  return badRequest(
    `Attempted to change ClusterDeployment.Spec which is immutable except for ${fields} fields. Unsupported change: \n${changes.join('\n')}`,
  )
}

const validateIngressKept = (
  { ingress = [] }: ClusterDeploymentSpec,
  { ingress: stored = [] }: ClusterDeploymentSpec,
): Rejection | undefined =>
  stored.length > 0 && ingress.length === 0
    ? badRequest('Previously defined a list of ingress objects, must provide a default ingress object')
    : undefined

function validateInstalled(spec: ClusterDeploymentSpec, stored: ClusterDeploymentSpec): FieldError[] {
  if (!spec.installed) {
    return stored.installed
      ? [fieldError.invalid('spec.installed', false, 'cannot make uninstalled once installed')]
      : []
  }
  const path = 'spec.clusterMetadata'
  if (!spec.clusterMetadata) return [fieldError.required(path, 'installed cluster must have cluster metadata')]
  if (!stored.installed) return []
  return validateKept(spec.clusterMetadata, withFilledIn(stored.clusterMetadata, spec.clusterMetadata), path)
}

/** The stored metadata with those parts of the new one that may be set or changed at any time, but not unset. */
function withFilledIn(stored: ClusterMetadata | undefined, wanted: ClusterMetadata): Partial<ClusterMetadata> {
  const platform = filledInPlatform(stored?.platform, wanted.platform)
  return {
    ...stored,
    ...(platform ? { platform } : {}),
    ...(wanted.metadataJSONSecretRef?.name ? { metadataJSONSecretRef: wanted.metadataJSONSecretRef } : {}),
  }
}

type PlatformMetadata = ClusterMetadata['platform']

function filledInPlatform(stored: PlatformMetadata, wanted: PlatformMetadata): PlatformMetadata {
  if (!stored || !wanted) return stored ?? wanted
  return {
    ...stored,
    ...(wanted.aws?.hostedZoneRole !== undefined ? { aws: wanted.aws } : {}),
    ...(wanted.azure?.resourceGroupName !== undefined ? { azure: wanted.azure } : {}),
    ...(wanted.gcp?.networkProjectID !== undefined ? { gcp: wanted.gcp } : {}),
  }
}

type PoolRef = ClusterDeploymentSpec['clusterPoolRef']

function validatePoolRef(ref: PoolRef, stored: PoolRef): FieldError[] {
  const path = 'spec.clusterPoolRef'
  if (stored && !ref) return [fieldError.invalid(path, ref, 'cannot remove clusterPoolRef')]
  if (ref && !stored) return [fieldError.invalid(path, ref, 'cannot add clusterPoolRef')]
  if (!ref || !stored) return []
  return [
    ...validateKept(ref.namespace, stored.namespace, `${path}.namespace`),
    ...validateKept(ref.poolName, stored.poolName, `${path}.poolName`),
    ...validateKept(
      ref.clusterDeploymentCustomization,
      stored.clusterDeploymentCustomization,
      `${path}.customizationRef`,
    ),
    ...(stored.claimName ? validateKept(ref.claimName ?? '', stored.claimName, `${path}.claimName`) : []),
  ]
}
