import type { HostedCluster, NodePool } from '@skep/api'
import type { JsonObject } from '@skep/schema'
import type { Release } from '../../../contracts.ts'
import { parseReleaseVersion } from '../../../releases/index.ts'

/** The provider asks for a key; nobody logs in to these machines with one. */
const UNUSED_SSH_KEY = Buffer.from('ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQDunused nobody').toString('base64')
/** The first minor version 4 whose release names an image of the marketplace. */
const MARKETPLACE_SINCE = 20
const IDENTITY_PREFIX = 'azure://'

type AzurePool = NonNullable<NodePool['spec']['platform']['azure']>

/** What machines on Azure shall be. */
export function azureMachineSpec(hostedCluster: HostedCluster, pool: NodePool, release: Release): JsonObject {
  const azure = pool.spec.platform.azure!
  const identity = hostedCluster.spec.platform.azure?.containerRegistry?.credentials?.managedIdentity?.resourceID
  const image = imageOf(azure, release)
  return {
    vmSize: azure.vmSize,
    osDisk: osDisk(azure.osDisk),
    ...(image ? { image } : {}),
    networkInterfaces: [{ subnetName: azure.subnetID.split('/').at(-1) ?? '' }],
    ...(azure.availabilityZone ? { failureDomain: azure.availabilityZone } : {}),
    ...(azure.encryptionAtHost === 'Enabled' ? { securityProfile: { encryptionAtHost: true } } : {}),
    ...(azure.diagnostics ? { diagnostics: { boot: { ...azure.diagnostics } } } : {}),
    ...(identity
      ? { identity: 'UserAssigned', userAssignedIdentities: [{ providerID: `${IDENTITY_PREFIX}${identity}` }] }
      : {}),
    sshPublicKey: UNUSED_SSH_KEY,
  }
}

const osDisk = ({
  sizeGiB,
  diskStorageAccountType,
  encryptionSetID,
  persistence,
}: AzurePool['osDisk']): JsonObject => ({
  ...(sizeGiB === undefined ? {} : { diskSizeGB: sizeGiB }),
  managedDisk: {
    ...(diskStorageAccountType ? { storageAccountType: diskStorageAccountType } : {}),
    ...(encryptionSetID ? { diskEncryptionSet: { id: encryptionSetID } } : {}),
  },
  ...(persistence === 'Ephemeral' ? { cachingType: 'ReadOnly', diffDiskSettings: { option: 'Local' } } : {}),
})

/** Undefined where neither the pool nor the release names an image: the provider then takes its own. */
function imageOf({ image }: AzurePool, release: Release): JsonObject | undefined {
  if (image.type === 'ImageID') return { id: image.imageID ?? '' }
  const { publisher, offer, sku, version } = image.azureMarketplace ?? {}
  if (publisher && offer && sku && version) return { marketplace: { publisher, offer, sku, version } }
  return marketplaceImage(release, image.azureMarketplace?.imageGeneration ?? 'Gen2')
}

function marketplaceImage({ version }: Release, generation: string): JsonObject | undefined {
  const { stream = 0, patch = 0 } = parseReleaseVersion(version) ?? {}
  if (stream < MARKETPLACE_SINCE) return undefined
  const sku = `aro_4${stream}${generation === 'Gen1' ? '' : '-v2'}`
  return { marketplace: { publisher: 'azureopenshift', offer: 'aro4', sku, version: `4${stream}.${patch}.0` } }
}
