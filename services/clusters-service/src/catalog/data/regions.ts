import type { CatalogRegion } from '../../driver-seam.ts'

/** What sets a region apart from an ordinary one. */
type RegionTrait = 'single-zone' | 'ccs-only' | 'no-hypershift'

type RegionRow = readonly [id: string, displayName: string, ...traits: RegionTrait[]]

const AWS: readonly RegionRow[] = [
  ['af-south-1', 'Africa, Cape Town', 'ccs-only'],
  ['ap-east-1', 'Asia Pacific, Hong Kong', 'ccs-only'],
  ['ap-northeast-1', 'Asia Pacific, Tokyo'],
  ['ap-northeast-2', 'Asia Pacific, Seoul'],
  ['ap-northeast-3', 'Asia Pacific, Osaka'],
  ['ap-south-1', 'Asia Pacific, Mumbai'],
  ['ap-south-2', 'Asia Pacific, Hyderabad', 'ccs-only'],
  ['ap-southeast-1', 'Asia Pacific, Singapore'],
  ['ap-southeast-2', 'Asia Pacific, Sydney'],
  ['ap-southeast-3', 'Asia Pacific, Jakarta', 'ccs-only'],
  ['ap-southeast-4', 'Asia Pacific, Melbourne', 'ccs-only'],
  ['ca-central-1', 'Canada, Central'],
  ['eu-central-1', 'EU, Frankfurt'],
  ['eu-central-2', 'EU, Zurich', 'ccs-only'],
  ['eu-north-1', 'EU, Stockholm'],
  ['eu-south-1', 'EU, Milan', 'ccs-only'],
  ['eu-south-2', 'EU, Spain', 'ccs-only'],
  ['eu-west-1', 'EU, Ireland'],
  ['eu-west-2', 'EU, London'],
  ['eu-west-3', 'EU, Paris'],
  ['il-central-1', 'Israel, Tel Aviv', 'ccs-only'],
  ['me-central-1', 'Middle East, UAE', 'ccs-only'],
  ['me-south-1', 'Middle East, Bahrain', 'ccs-only'],
  ['sa-east-1', 'South America, São Paulo'],
  ['us-east-1', 'US East, N. Virginia'],
  ['us-east-2', 'US East, Ohio'],
  ['us-west-1', 'US West, N. California', 'single-zone', 'no-hypershift'],
  ['us-west-2', 'US West, Oregon'],
]

const GCP: readonly RegionRow[] = [
  ['asia-east1', 'Changhua County, Taiwan'],
  ['asia-east2', 'Hong Kong'],
  ['asia-northeast1', 'Tokyo, Japan'],
  ['asia-northeast2', 'Osaka, Japan'],
  ['asia-northeast3', 'Seoul, South Korea'],
  ['asia-south1', 'Mumbai, India'],
  ['asia-south2', 'Delhi, India'],
  ['asia-southeast1', 'Jurong West, Singapore'],
  ['asia-southeast2', 'Jakarta, Indonesia'],
  ['australia-southeast1', 'Sydney, Australia'],
  ['australia-southeast2', 'Melbourne, Australia'],
  ['europe-central2', 'Warsaw, Poland'],
  ['europe-north1', 'Hamina, Finland'],
  ['europe-southwest1', 'Madrid, Spain'],
  ['europe-west1', 'St. Ghislain, Belgium'],
  ['europe-west2', 'London, England'],
  ['europe-west3', 'Frankfurt, Germany'],
  ['europe-west4', 'Eemshaven, Netherlands'],
  ['europe-west6', 'Zurich, Switzerland'],
  ['europe-west8', 'Milan, Italy'],
  ['europe-west9', 'Paris, France'],
  ['me-west1', 'Tel Aviv, Israel'],
  ['northamerica-northeast1', 'Montreal, Canada'],
  ['northamerica-northeast2', 'Toronto, Canada'],
  ['southamerica-east1', 'São Paulo, Brazil'],
  ['us-central1', 'Council Bluffs, Iowa, USA'],
  ['us-east1', 'Moncks Corner, South Carolina, USA'],
  ['us-east4', 'Ashburn, Northern Virginia, USA'],
  ['us-south1', 'Dallas, Texas, USA'],
  ['us-west1', 'The Dalles, Oregon, USA'],
  ['us-west2', 'Los Angeles, California, USA'],
]

const AZURE: readonly RegionRow[] = [
  ['australiaeast', 'Australia East'],
  ['brazilsouth', 'Brazil South'],
  ['canadacentral', 'Canada Central'],
  ['centralindia', 'Central India'],
  ['centralus', 'Central US'],
  ['eastasia', 'East Asia'],
  ['eastus', 'East US'],
  ['eastus2', 'East US 2'],
  ['francecentral', 'France Central'],
  ['germanywestcentral', 'Germany West Central'],
  ['italynorth', 'Italy North'],
  ['japaneast', 'Japan East'],
  ['koreacentral', 'Korea Central'],
  ['northcentralus', 'North Central US', 'single-zone'],
  ['northeurope', 'North Europe'],
  ['norwayeast', 'Norway East'],
  ['southafricanorth', 'South Africa North'],
  ['southcentralus', 'South Central US'],
  ['southeastasia', 'Southeast Asia'],
  ['swedencentral', 'Sweden Central'],
  ['switzerlandnorth', 'Switzerland North'],
  ['uaenorth', 'UAE North'],
  ['uksouth', 'UK South'],
  ['ukwest', 'UK West', 'single-zone'],
  ['westeurope', 'West Europe'],
  ['westus', 'West US', 'single-zone'],
  ['westus2', 'West US 2'],
  ['westus3', 'West US 3'],
]

/** Clouds on which control planes can be hosted anywhere. */
const HOSTED_CONTROL_PLANES: ReadonlySet<string> = new Set(['aws', 'azure'])

/** The regions known without any configuration file. */
export const BUILT_IN_REGIONS: readonly CatalogRegion[] = [
  ...AWS.map((row) => regionOf('aws', row)),
  ...AZURE.map((row) => regionOf('azure', row)),
  ...GCP.map((row) => regionOf('gcp', row)),
]

function regionOf(provider: string, [id, displayName, ...traits]: RegionRow): CatalogRegion {
  return {
    id,
    display_name: displayName,
    cloud_provider_id: provider,
    enabled: true,
    supports_multi_az: !traits.includes('single-zone'),
    ccs_only: traits.includes('ccs-only'),
    supports_hypershift: HOSTED_CONTROL_PLANES.has(provider) && !traits.includes('no-hypershift'),
    govcloud: false,
  }
}
