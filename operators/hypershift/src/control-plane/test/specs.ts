import type { HostedControlPlane, PublishedService } from '@skep/api'

type Spec = HostedControlPlane['spec']
type Strategy = PublishedService['servicePublishingStrategy']

/** All services published in the same way. */
export const publishedBy = (strategyOf: (service: string) => Strategy): PublishedService[] =>
  (['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'] as const).map((service) => ({
    service,
    servicePublishingStrategy: strategyOf(service),
  }))

/** By routes with names of their own, such as `apiserver.demo.hcp.example.net`. */
export const BY_NAMED_ROUTES = publishedBy((service) => ({
  type: 'Route',
  route: { hostname: `${service.toLowerCase()}.demo.hcp.example.net` },
}))

/** By ports of the nodes of the management cluster. */
export const BY_NODE_PORTS = publishedBy(() => ({ type: 'NodePort', nodePort: { address: '192.0.2.10' } }))

/** The API by a load balancer, everything else by routes. */
export const BY_LOAD_BALANCER = publishedBy((service) =>
  service === 'APIServer' ? { type: 'LoadBalancer' } : { type: 'Route' },
)

/** What a control plane on a platform is usually like; reached by a load balancer unless told otherwise. */
export const specOn = (type: Spec['platform']['type'], changes: Partial<Spec> = {}): Spec => ({
  releaseImage: 'img.example/ocp-release:4.19.3-multi',
  clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
  infraID: 'demo-x7k2p',
  dns: { baseDomain: 'hcp.example.net' },
  platform: { type },
  services: BY_LOAD_BALANCER,
  pullSecret: { name: 'pull-secret' },
  sshKey: { name: '' },
  issuerURL: 'https://kubernetes.default.svc',
  controllerAvailabilityPolicy: 'HighlyAvailable',
  infrastructureAvailabilityPolicy: 'SingleReplica',
  olmCatalogPlacement: 'management',
  capabilities: {},
  etcd: {
    managementType: 'Managed',
    managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
  },
  ...changes,
})

/** Roles that a control plane on AWS acts in. */
export const AWS_ROLES = Object.fromEntries(
  [
    'ingress',
    'imageRegistry',
    'storage',
    'network',
    'kubeCloudController',
    'nodePoolManagement',
    'controlPlaneOperator',
  ].map((role) => [`${role}ARN`, `arn:aws:iam::1:role/${role}`]),
)

/** A control plane of ARO HCP, which the managed identities of its components tell. */
export const ARO: Partial<Spec> = {
  services: BY_NAMED_ROUTES,
  platform: {
    type: 'Azure',
    azure: {
      cloud: 'AzurePublicCloud',
      location: 'uksouth',
      resourceGroup: 'demo-managed-rg',
      subscriptionID: '11111111-2222-3333-4444-555555555555',
      tenantID: '99999999-2222-3333-4444-555555555555',
      vnetID: '/subscriptions/1/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v1',
      subnetID:
        '/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v1/subnets/s1',
      securityGroupID: '/subscriptions/1/resourceGroups/net/providers/Microsoft.Network/networkSecurityGroups/n1',
      azureAuthenticationConfig: {
        azureAuthenticationConfigType: 'ManagedIdentities',
        managedIdentities: {
          controlPlane: {
            managedIdentitiesKeyVault: { name: 'kv1', tenantID: '99999999-2222-3333-4444-555555555555' },
            ...Object.fromEntries(
              ['cloudProvider', 'nodePoolManagement', 'controlPlaneOperator', 'ingress', 'network', 'disk', 'file'].map(
                (name) => [name, { credentialsSecretName: name.toLowerCase(), objectEncoding: 'utf-8' }],
              ),
            ),
          },
          dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
        },
      },
    },
  } as Spec['platform'],
}
