import type { CatalogCloudProvider, CatalogFlavour, CatalogProduct } from '../../driver-seam.ts'

/** The clouds. */
export const CLOUD_PROVIDERS: readonly CatalogCloudProvider[] = [
  { id: 'aws', display_name: 'AWS' },
  { id: 'azure', display_name: 'Azure' },
  { id: 'gcp', display_name: 'GCP' },
]

/** The products. */
export const PRODUCTS: readonly CatalogProduct[] = [
  { id: 'aro', name: 'ARO' },
  { id: 'moa', name: 'MOA' },
  { id: 'ocp', name: 'OCP' },
  { id: 'osd', name: 'OSD' },
  { id: 'rosa', name: 'ROSA' },
]

const NETWORK = {
  machine_cidr: '10.0.0.0/16',
  service_cidr: '172.30.0.0/16',
  pod_cidr: '10.128.0.0/14',
  host_prefix: 23,
}

/** The flavours; the first is what an order without one gets. */
export const FLAVOURS: readonly CatalogFlavour[] = [
  {
    id: 'osd-4',
    attributes: {
      aws: { compute_instance_type: 'm5.xlarge', infra_instance_type: 'r5.xlarge', master_instance_type: 'm5.2xlarge' },
      gcp: {
        compute_instance_type: 'custom-4-16384',
        infra_instance_type: 'custom-4-32768-ext',
        master_instance_type: 'custom-8-32768',
      },
      nodes: { master: 3, infra: 2, compute: 4 },
      network: NETWORK,
    },
  },
  {
    id: 'ocp-4',
    attributes: {
      aws: { compute_instance_type: 'm5.xlarge', master_instance_type: 'm5.xlarge' },
      gcp: { compute_instance_type: 'custom-4-16384', master_instance_type: 'custom-4-16384' },
      nodes: { master: 3, infra: 0, compute: 3 },
      network: NETWORK,
    },
  },
]
