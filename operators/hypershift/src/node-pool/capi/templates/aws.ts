import type { HostedCluster, NodePool } from '@skep/api'
import { asJson, type JsonObject } from '@skep/schema'
import type { Release } from '../../../contracts.ts'
import { awsImage } from '../images.ts'
import { machineTags } from './aws-tags.ts'

type AwsPool = NonNullable<NodePool['spec']['platform']['aws']>

const DEFAULT_VOLUME_GIB = 16
const DEFAULT_VOLUME_TYPE = 'gp3'

const METADATA_OPTIONS = {
  httpEndpoint: 'enabled',
  // Two, so that containers reach it as well.
  httpPutResponseHopLimit: 2,
  httpTokens: 'optional',
  instanceMetadataTags: 'disabled',
}

/** What machines on AWS shall be; tags come apart, since other tags do not make other machines. */
export function awsMachineSpec(hostedCluster: HostedCluster, pool: NodePool, release: Release): JsonObject {
  const aws = pool.spec.platform.aws!
  const image = awsImage(hostedCluster, pool, release)
  return {
    uncompressedUserData: true,
    cloudInit: { insecureSkipSecretsManager: true, secureSecretsBackend: 'secrets-manager' },
    iamInstanceProfile: aws.instanceProfile || `${hostedCluster.spec.infraID}-worker-profile`,
    instanceType: aws.instanceType,
    ami: 'id' in image ? { id: image.id } : {},
    additionalSecurityGroups: securityGroups(hostedCluster, aws),
    subnet: asJson(aws.subnet),
    rootVolume: rootVolume(aws),
    instanceMetadataOptions: METADATA_OPTIONS,
    ...placement(aws),
  }
}

/** Tags of machines on AWS. */
export const awsMachineTags = (hostedCluster: HostedCluster, pool: NodePool): JsonObject => ({
  additionalTags: machineTags(hostedCluster, pool),
})

function securityGroups({ status }: HostedCluster, { securityGroups: own = [] }: AwsPool): JsonObject[] {
  const id = status?.platform?.aws?.defaultWorkerSecurityGroupID
  return [...own.map((group) => asJson(group)), ...(id ? [{ id }] : [])]
}

function rootVolume({ rootVolume: wanted }: AwsPool): JsonObject {
  if (!wanted) return { size: DEFAULT_VOLUME_GIB }
  const { size, type, iops, encrypted, encryptionKey } = wanted
  return {
    size,
    type: type || DEFAULT_VOLUME_TYPE,
    ...(iops ? { iops } : {}),
    ...(encrypted === undefined ? {} : { encrypted }),
    ...(encryptionKey ? { encryptionKey } : {}),
  }
}

function placement({ placement: wanted }: AwsPool): JsonObject {
  if (!wanted) return {}
  const { tenancy, marketType, spot, capacityReservation: reserved } = wanted
  const market = marketType || reserved?.marketType || (reserved?.id && tenancy !== 'host' ? 'CapacityBlocks' : '')
  return {
    ...(tenancy ? { tenancy } : {}),
    ...(market === 'Spot' ? { spotMarketOptions: asJson(spot ?? {}) } : {}),
    ...(market === 'OnDemand' ? { marketType: 'OnDemand' } : {}),
    ...(market === 'CapacityBlocks' ? { marketType: 'CapacityBlock' } : {}),
    ...(reserved?.id ? { capacityReservationId: reserved.id } : {}),
    ...(reserved?.preference ? { capacityReservationPreference: reserved.preference } : {}),
  }
}
