import type { ClusterDeployment, HivePlatform } from '@skep/api'

/** Where a cluster is, as the member of `spec.platform` is called. */
export type PlatformName = keyof HivePlatform

const LABELS: Partial<Record<PlatformName, string>> = { agentBareMetal: 'agent-baremetal', none: 'none-platform' }

/** Platforms of which a region says nothing. */
const WITHOUT_REGION: ReadonlySet<PlatformName> = new Set(['baremetal', 'agentBareMetal', 'none', 'nutanix'])
const WITH_MANAGED_DNS: ReadonlySet<PlatformName> = new Set(['aws', 'azure', 'gcp'])
const WITH_POWER_STATES: ReadonlySet<PlatformName> = new Set(['aws', 'azure', 'gcp', 'ibmcloud'])

/** Keys that the credentials Secret of a platform must have. */
const CREDENTIAL_KEYS: Partial<Record<PlatformName, readonly string[]>> = {
  aws: ['aws_access_key_id', 'aws_secret_access_key'],
  azure: ['osServicePrincipal.json'],
  gcp: ['osServiceAccount.json'],
  openstack: ['clouds.yaml'],
  vsphere: ['username', 'password'],
  nutanix: ['username', 'password'],
  ibmcloud: ['ibmcloud_api_key'],
}

/** The platform of a cluster; undefined when none is given. */
export const platformOf = (platform: HivePlatform): PlatformName | undefined =>
  (Object.keys(platform) as PlatformName[]).find((name) => platform[name] !== undefined)

/** What the label cluster-platform says. */
export function platformLabel(platform: HivePlatform): string {
  const name = platformOf(platform)
  return name === undefined ? 'unknown' : (LABELS[name] ?? name)
}

/** What the label cluster-region says; undefined where there is none. */
export function regionLabel(platform: HivePlatform): string | undefined {
  const name = platformOf(platform)
  if (name !== undefined && WITHOUT_REGION.has(name)) return undefined
  return regionOf(platform) ?? 'unknown'
}

/** The region of a cluster, where its platform has any. */
export const regionOf = ({ aws, azure, gcp, ibmcloud }: HivePlatform): string | undefined =>
  aws?.region ?? azure?.region ?? gcp?.region ?? ibmcloud?.region

/** Whether Hive can make DNS zones there. */
export const hasManagedDns = (platform: HivePlatform): boolean => isOneOf(platform, WITH_MANAGED_DNS)

/** Whether the machines there can be stopped and started. */
export const hasPowerStates = (platform: HivePlatform): boolean => isOneOf(platform, WITH_POWER_STATES)

/** Name of the credentials Secret, if the platform uses one. */
export function credentialsOf(platform: HivePlatform): string | undefined {
  const { aws, azure, gcp, openstack, vsphere, nutanix, ibmcloud } = platform
  return (aws ?? azure ?? gcp ?? openstack ?? vsphere ?? nutanix ?? ibmcloud)?.credentialsSecretRef?.name || undefined
}

/** The keys that its credentials Secret must have. */
export function credentialKeysOf(platform: HivePlatform): readonly string[] {
  const name = platformOf(platform)
  return (name && CREDENTIAL_KEYS[name]) ?? []
}

/** Whether an annotation or label says `true`. */
export const isTrue = (values: Readonly<Record<string, string>> | undefined, key: string): boolean =>
  values?.[key] === 'true'

/** The host name below which everything of a cluster is. */
export const domainOf = ({ spec }: Pick<ClusterDeployment, 'spec'>): string => `${spec.clusterName}.${spec.baseDomain}`

const isOneOf = (platform: HivePlatform, names: ReadonlySet<PlatformName>): boolean => {
  const name = platformOf(platform)
  return name !== undefined && names.has(name)
}
