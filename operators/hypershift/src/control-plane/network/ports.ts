/** Ports of services of a control plane. */
export const PORTS = {
  api: 6443,
  /** Load balancers of Azure have the usual port taken by the management cluster's own API. */
  apiOnAzure: 7443,
  apiOnIbmCloud: 2040,
  https: 443,
  oauth: 6443,
  konnectivityAgent: 8091,
  konnectivityLocal: 8090,
  etcdClient: 2379,
  etcdPeer: 2380,
} as const
