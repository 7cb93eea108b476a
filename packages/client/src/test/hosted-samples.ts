import type { JsonObject } from '@skep/schema'

const SUBSCRIPTION = '/subscriptions/11111111-2222-3333-4444-555555555555'
const NETWORK = `${SUBSCRIPTION}/resourceGroups/net/providers/Microsoft.Network`
const TENANT = '99999999-2222-3333-4444-555555555555'

const identity = (credentialsSecretName: string) => ({ credentialsSecretName, objectEncoding: 'utf-8' })

const routed = (service: string) => ({
  service,
  servicePublishingStrategy: {
    type: 'Route',
    route: { hostname: `${service.toLowerCase()}.demo.hcp.example.net` },
  },
})

const azure = {
  location: 'uksouth',
  resourceGroup: 'demo-managed-rg',
  subscriptionID: '11111111-2222-3333-4444-555555555555',
  tenantID: TENANT,
  vnetID: `${NETWORK}/virtualNetworks/v1`,
  subnetID: `${NETWORK}/virtualNetworks/v1/subnets/s1`,
  securityGroupID: `${NETWORK}/networkSecurityGroups/n1`,
  azureAuthenticationConfig: {
    azureAuthenticationConfigType: 'ManagedIdentities',
    managedIdentities: {
      controlPlane: {
        managedIdentitiesKeyVault: { name: 'kv1', tenantID: TENANT },
        cloudProvider: identity('cp'),
        nodePoolManagement: identity('np'),
        controlPlaneOperator: identity('cpo'),
        ingress: identity('ing'),
        network: identity('net'),
        disk: identity('disk'),
        file: identity('file'),
      },
      dataPlane: { imageRegistryMSIClientID: 'a', diskMSIClientID: 'b', fileMSIClientID: 'c' },
    },
  },
}

/** Spec of a hosted cluster of a managed service on Azure. */
export const hostedClusterSpec = {
  release: { image: 'img.example/ocp-release:4.19.3-multi' },
  clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10',
  infraID: 'demo-x7k2p',
  dns: { baseDomain: 'hcp.example.net' },
  pullSecret: { name: 'demo-pull' },
  platform: { type: 'Azure', azure },
  services: [routed('APIServer'), routed('OAuthServer'), routed('Konnectivity'), routed('Ignition')],
}

/** Spec of a node pool on Azure. */
export const nodePoolSpec = {
  clusterName: 'demo',
  replicas: 2,
  release: { image: 'img.example/ocp-release:4.19.3-multi' },
  management: { upgradeType: 'Replace', autoRepair: true },
  nodeLabels: { tier: 'gold' },
  platform: {
    type: 'Azure',
    azure: {
      vmSize: 'Standard_D8s_v3',
      image: { type: 'AzureMarketplace' },
      osDisk: { sizeGiB: 128, diskStorageAccountType: 'Premium_LRS' },
      subnetID: azure.subnetID,
    },
  },
}

/** Spec of a work that brings a hosted cluster to the management cluster. */
export const manifestWorkSpec: JsonObject = {
  workload: {
    manifests: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ocm-local-2abc' } },
      {
        apiVersion: 'hypershift.openshift.io/v1beta1',
        kind: 'HostedCluster',
        metadata: { name: 'demo', namespace: 'ocm-local-2abc' },
        spec: { platform: { type: 'None' } },
      },
    ],
  },
  manifestConfigs: [
    {
      resourceIdentifier: {
        group: 'hypershift.openshift.io',
        resource: 'hostedclusters',
        namespace: 'ocm-local-2abc',
        name: 'demo',
      },
      updateStrategy: { type: 'ServerSideApply', serverSideApply: { force: true } },
      feedbackRules: [
        {
          type: 'JSONPaths',
          jsonPaths: [
            { name: 'available', path: '.status.conditions[?(@.type=="Available")].status' },
            { name: 'apiHost', path: '.status.controlPlaneEndpoint.host' },
            { name: 'conditions', path: '.status.conditions' },
          ],
        },
      ],
    },
  ],
}
