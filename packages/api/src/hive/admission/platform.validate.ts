import { type FieldError, fieldError, type JsonObject } from '@skep/schema'
import { validateRequired } from '../../meta/validation.ts'
import type { HivePlatform } from '../platform.ts'

type Validator<K extends keyof HivePlatform> = (platform: NonNullable<HivePlatform[K]>, path: string) => FieldError[]

const validateAws: Validator<'aws'> = ({ credentialsSecretRef, credentialsAssumeRole, region }, path) => {
  const errors: FieldError[] = []
  const hasSecret = Boolean(credentialsSecretRef?.name)
  if (!hasSecret && !credentialsAssumeRole) {
    errors.push(fieldError.required(`${path}.credentialsSecretRef.name`, 'must specify secrets for AWS access'))
  }
  if (hasSecret && credentialsAssumeRole) {
    const detail = 'cannot specify assume role when credentials secret is provided'
    errors.push(fieldError.required(`${path}.credentialsAssumeRole`, detail))
  }
  return [...errors, ...validateRequired(region, `${path}.region`, 'must specify AWS region')]
}

const validateAzure: Validator<'azure'> = ({ credentialsSecretRef, region }, path) => [
  ...validateRequired(
    credentialsSecretRef.name,
    `${path}.credentialsSecretRef.name`,
    'must specify secrets for Azure access',
  ),
  ...validateRequired(region, `${path}.region`, 'must specify Azure region'),
]

const validateGcp: Validator<'gcp'> = ({ credentialsSecretRef, region }, path) => [
  ...validateRequired(
    credentialsSecretRef?.name,
    `${path}.credentialsSecretRef.name`,
    'must specify secrets for GCP access',
  ),
  ...validateRequired(region, `${path}.region`, 'must specify GCP region'),
]

const validateOpenStack: Validator<'openstack'> = ({ credentialsSecretRef, certificatesSecretRef, cloud }, path) => [
  ...validateRequired(
    credentialsSecretRef.name,
    `${path}.credentialsSecretRef.name`,
    'must specify secrets for OpenStack access',
  ),
  ...(certificatesSecretRef
    ? validateRequired(
        certificatesSecretRef.name,
        `${path}.certificatesSecretRef.name`,
        'must specify name of the secret for OpenStack access',
      )
    : []),
  ...validateRequired(cloud, `${path}.cloud`, 'must specify cloud section of credentials secret to use'),
]

/** The servers of an install-config's vSphere section, which is kept as it is. */
const vcentersOf = ({ vcenters }: JsonObject): JsonObject[] =>
  Array.isArray(vcenters) ? (vcenters as JsonObject[]) : []

const validateVsphere: Validator<'vsphere'> = (platform, path) => {
  const infrastructure: JsonObject = platform.infrastructure ?? {}
  const vcenters = vcentersOf(infrastructure)
  // Whoever may read a cluster may not for that reason know the password of its cloud.
  const forbidden = (field: string) => fieldError.forbidden(field, 'credentials must only be provided in Secrets')
  return [
    ...(infrastructure['password'] ? [forbidden(`${path}.infrastructure.password`)] : []),
    ...vcenters.flatMap(({ password }, index) =>
      password ? [forbidden(`${path}.infrastructure.vcenters[${index}].password`)] : [],
    ),
    ...validateRequired(
      platform.credentialsSecretRef.name,
      `${path}.credentialsSecretRef.name`,
      'must specify secrets for vSphere access',
    ),
    ...validateRequired(
      platform.certificatesSecretRef.name,
      `${path}.certificatesSecretRef.name`,
      'must specify certificates for vSphere access',
    ),
    ...(platform.vCenter || vcenters.length > 0
      ? []
      : [fieldError.required(`${path}.infrastructure.vcenters[0]`, 'must specify at least one vSphere vCenter')]),
  ]
}

const validateIbmCloud: Validator<'ibmcloud'> = ({ credentialsSecretRef, region }, path) => [
  ...validateRequired(
    credentialsSecretRef.name,
    `${path}.credentialsSecretRef.name`,
    'must specify secrets for IBM access',
  ),
  ...validateRequired(region, `${path}.region`, 'must specify IBM region'),
]

const validateNutanix: Validator<'nutanix'> = ({ credentialsSecretRef, prismCentral }, path) => [
  ...validateRequired(
    credentialsSecretRef.name,
    `${path}.credentialsSecretRef.name`,
    'must specify secrets for Prism Central access',
  ),
  ...validateRequired(prismCentral.address, `${path}.prismCentral.address`, 'must specify Prism Central address'),
  ...(prismCentral.port ? [] : [fieldError.required(`${path}.prismCentral.port`, 'must specify Prism Central port')]),
]

/** Where a cluster is installed: one platform, with what it needs. */
export function validatePlatform(platform: HivePlatform, path: string): FieldError[] {
  const { aws, azure, gcp, openstack, vsphere, ibmcloud, nutanix } = platform
  return [
    ...(aws ? validateAws(aws, `${path}.aws`) : []),
    ...(azure ? validateAzure(azure, `${path}.azure`) : []),
    ...(gcp ? validateGcp(gcp, `${path}.gcp`) : []),
    // Hive itself spells this path so.
    ...(openstack ? validateOpenStack(openstack, `${path}.openStack`) : []),
    ...(vsphere ? validateVsphere(vsphere, `${path}.vsphere`) : []),
    ...(ibmcloud ? validateIbmCloud(ibmcloud, `${path}.ibmcloud`) : []),
    ...(nutanix ? validateNutanix(nutanix, `${path}.nutanix`) : []),
    ...validateSinglePlatform(platform, path),
  ]
}

function validateSinglePlatform(platform: HivePlatform, path: string): FieldError[] {
  const count = Object.values(platform).filter((member) => member !== undefined && member !== null).length
  if (count === 0) return [fieldError.required(path, 'must specify a platform')]
  return count === 1 ? [] : [fieldError.invalid(path, platform, 'must specify only a single platform')]
}
