/** One of the two APIs over the same data. */
export interface ApiBase {
  readonly service: 'clusters_mgmt' | 'aro_hcp'
  readonly path: string
}

/** The API of OpenShift Cluster Manager. */
export const CLUSTERS_MGMT: ApiBase = { service: 'clusters_mgmt', path: '/api/clusters_mgmt/v1' }
/** The API that the resource provider of Azure uses. */
export const ARO_HCP: ApiBase = { service: 'aro_hcp', path: '/api/aro_hcp/v1alpha1' }
