import { type FieldError, fieldError } from '@skep/schema'
import { validateRequired } from '../../meta/validation.ts'
import type { ClusterDeployment } from '../cluster-deployment.ts'
import type { ClusterDeploymentSpec } from '../cluster-deployment-spec.ts'
import { validateCertificateBundles, validateIngress } from './ingress.validate.ts'
import { validatePlatform } from './platform.validate.ts'
import { badRequest, invalidFields, isTrue, longName, type Rejection } from './rejection.ts'
import type { HiveAdmissionSettings } from './request.ts'

const DISASTER_RECOVERY = 'hive.openshift.io/disable-creation-webhook-for-dr'

/** Whether a new cluster is refused. */
export function validateClusterDeploymentCreate(
  cluster: ClusterDeployment,
  settings: HiveAdmissionSettings,
): Rejection | undefined {
  const { metadata, spec } = cluster
  return (
    longName(metadata.name, 'cluster deployment name (.meta.name)') ??
    longName(spec.clusterName, 'cluster name (.spec.clusterName)') ??
    validateIngress(spec) ??
    validateCertificateBundles(spec) ??
    validateManagedDomain(spec, settings.managedDomains ?? []) ??
    invalidFields(cluster, validateFields(cluster, settings))
  )
}

function validateManagedDomain(spec: ClusterDeploymentSpec, managed: readonly string[]): Rejection | undefined {
  if (!spec.manageDNS || isChildOfAny(spec.baseDomain, managed)) return undefined
  return badRequest(
    'The base domain must be a child of one of the managed domains for ClusterDeployments with manageDNS set to true',
  )
}

/** Whether a domain is directly below one of the others, and is itself none of them. */
function isChildOfAny(domain: string, parents: readonly string[]): boolean {
  const parent = domain.slice(domain.indexOf('.') + 1)
  return domain.includes('.') && parents.includes(parent) && !parents.includes(domain)
}

const validateFields = ({ metadata, spec }: ClusterDeployment, settings: HiveAdmissionSettings): FieldError[] => [
  ...validateWayOfInstalling(spec),
  ...validateClusterPlatform(spec),
  ...validateCanManageDns(spec),
  ...validatePrivateLink(spec, settings.privateLinkRegions ?? []),
  ...validateProvisioning(spec),
  ...validateClusterInstall(spec, settings.clusterInstallKinds ?? []),
  // A restored cluster was claimed before it was lost.
  ...(isTrue(metadata.labels?.[DISASTER_RECOVERY]) ? [] : validateUnclaimed(spec)),
]

function validateWayOfInstalling({ installed, provisioning, clusterInstallRef }: ClusterDeploymentSpec): FieldError[] {
  if (installed) return []
  const path = 'spec.provisioning'
  if (provisioning && clusterInstallRef) {
    return [
      fieldError.forbidden(path, 'provisioning and clusterInstallRef cannot be set at the same time'),
      ...validateInstallConfig(provisioning),
    ]
  }
  if (provisioning) return validateInstallConfig(provisioning)
  return clusterInstallRef ? [] : [fieldError.required(path, 'provisioning is required if not installed')]
}

type Provisioning = NonNullable<ClusterDeploymentSpec['provisioning']>

const validateInstallConfig = ({ installConfigSecretRef }: Provisioning): FieldError[] =>
  validateRequired(
    installConfigSecretRef?.name,
    'spec.provisioning.installConfigSecretRef.name',
    'must specify an InstallConfig',
  )

/** The platform, and what managing DNS there needs. */
export const validateClusterPlatform = ({ platform, manageDNS }: ClusterDeploymentSpec): FieldError[] => [
  ...validatePlatform(platform, 'spec.platform'),
  ...(platform.azure && manageDNS
    ? validateRequired(
        platform.azure.baseDomainResourceGroupName,
        'spec.platform.azure.baseDomainResourceGroupName',
        'must specify the Azure resource group for the base domain when manageDNS is true',
      )
    : []),
]

const validateCanManageDns = ({ manageDNS, platform: { aws, azure, gcp } }: ClusterDeploymentSpec): FieldError[] =>
  manageDNS && !aws && !azure && !gcp
    ? [fieldError.invalid('spec.manageDNS', true, 'cannot manage DNS for the selected platform')]
    : []

function validatePrivateLink({ platform: { aws } }: ClusterDeploymentSpec, regions: readonly string[]): FieldError[] {
  if (!aws?.privateLink?.enabled || regions.includes(aws.region)) return []
  const detail =
    regions.length === 0
      ? 'AWS PrivateLink is not supported in the environment'
      : `AWS Private Link is not supported in ${aws.region} region`
  return [fieldError.forbidden('spec.platform.aws.privateLink.enabled', detail)]
}

function validateProvisioning({ provisioning, platform }: ClusterDeploymentSpec): FieldError[] {
  if (!provisioning) return []
  const { sshPrivateKeySecretRef, manifestsConfigMapRef, manifestsSecretRef } = provisioning
  const errors: FieldError[] = []
  if (sshPrivateKeySecretRef?.name === '') {
    const detail = 'must specify a name for the ssh private key secret if the ssh private key secret is specified'
    errors.push(fieldError.required('spec.provisioning.sshPrivateKeySecretRef.name', detail))
  }
  if (platform.ibmcloud && !manifestsConfigMapRef && !manifestsSecretRef) {
    const detail = 'must specify manifestsConfigMapRef or manifestsSecretRef when platform is IBM Cloud'
    errors.push(fieldError.required('spec.provisioning', detail))
  }
  if (manifestsConfigMapRef && manifestsSecretRef) {
    const detail = 'manifestsConfigMapRef and manifestsSecretRef are mutually exclusive'
    errors.push(fieldError.invalid('spec.provisioning.manifestsConfigMapRef', manifestsConfigMapRef.name, detail))
  }
  return errors
}

type ClusterInstallKinds = NonNullable<HiveAdmissionSettings['clusterInstallKinds']>

function validateClusterInstall(
  { clusterInstallRef: ref }: ClusterDeploymentSpec,
  kinds: ClusterInstallKinds,
): FieldError[] {
  if (!ref) return []
  const path = 'spec.clusterInstallRef'
  if (kinds.length === 0) {
    return [fieldError.forbidden(path, 'there are no supported implementations of clusterinstall contract')]
  }
  const isSupported = kinds.some(
    ({ group, version, kind }) => group === ref.group && version === ref.version && kind === ref.kind,
  )
  const supported = kinds.map(({ group, version, kind }) => `${group}/${version}, Kind=${kind}`)
  return isSupported ? [] : [fieldError.notSupported(`${path}.kind`, ref.kind, supported)]
}

const validateUnclaimed = ({ clusterPoolRef }: ClusterDeploymentSpec): FieldError[] =>
  clusterPoolRef?.claimName
    ? [
        fieldError.invalid(
          'spec.clusterPoolRef.claimName',
          clusterPoolRef.claimName,
          'cannot create a ClusterDeployment that is already claimed',
        ),
      ]
    : []
