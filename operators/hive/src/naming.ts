import { nameSuffix, type Random } from '@skep/base'

/** No name of an object is longer than this, since names become labels. */
const MAX_NAME_LENGTH = 63
const HASH_LENGTH = 8
const MAX_INFRA_NAME_LENGTH = 21

/** `base-suffix`, cut to 63 characters by a hash of what was cut off, so that different names stay different. */
export function joinName(base: string, suffix: string): string {
  const name = `${base}-${suffix}`
  if (name.length <= MAX_NAME_LENGTH) return name
  const room = MAX_NAME_LENGTH - HASH_LENGTH - 2 - suffix.length
  if (room >= 0) return `${base.slice(0, room)}-${hashName(base)}-${suffix}`
  return `${base.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}-${hashName(name)}`
}

/** FNV-1a with 32 bits, as eight hexadecimal digits. */
export function hashName(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(HASH_LENGTH, '0')
}

/** Names of what belongs to a ClusterDeployment. */
export const deploymentNames = {
  provision: (deployment: string, attempt: number, random: Random): string =>
    joinName(joinName(deployment, String(attempt)), nameSuffix(random)),
  imagesetJob: (deployment: string): string => joinName(deployment, 'imageset'),
  metadataSecret: (deployment: string): string => joinName(deployment, 'metadata-json'),
  mergedPullSecret: (deployment: string): string => joinName(deployment, 'merged-pull-secret'),
  dnsZone: (deployment: string): string => joinName(deployment, 'zone'),
  uninstallJob: (deployment: string): string => joinName(deployment, 'uninstall'),
}

/** Names of what belongs to a ClusterProvision. */
export const provisionNames = {
  job: (provision: string): string => joinName(provision, 'provision'),
  adminKubeconfig: (provision: string): string => joinName(provision, 'admin-kubeconfig'),
  adminPassword: (provision: string): string => joinName(provision, 'admin-password'),
}

/** What a cloud calls the resources of a cluster: its name, cut short, with a random end. */
export const newInfraId = (clusterName: string, random: Random): string =>
  `${clusterName.slice(0, MAX_INFRA_NAME_LENGTH)}-${nameSuffix(random)}`
